import DomoClient
import DomoLanguage
import FoundationEssentials
import NIOCore
import NIOFoundationEssentialsCompat

/// A reply of the daemon, whose content is passed on unchanged.
struct DaemonReply: Sendable {
    private static let okPrefix = Array(#"{"ok":"#.utf8)

    private struct ErrorReply: Decodable {
        var error: Fault
    }

    /// As domod sent it.
    let line: ByteBuffer

    /// - Throws: `refused` with the daemon's fault.
    init(_ line: ByteBuffer) throws(ClientFault) {
        self.line = line
        guard !line.readableBytesView.starts(with: Self.okPrefix) else { return }
        do {
            throw ClientFault.refused(
                try JSONDecoder().decode(ErrorReply.self, from: Data(line.readableBytesView)).error
            )
        } catch let fault as ClientFault {
            throw fault
        } catch {
            throw .disconnected(reason: "domod sent an invalid reply")
        }
    }

    /// The value of `ok`, as JSON.
    var content: ByteBuffer {
        let start = line.readerIndex + Self.okPrefix.count
        return line.getSlice(at: start, length: line.readableBytes - Self.okPrefix.count - 1) ?? ByteBuffer()
    }

    func decode<Content: Decodable>(_ type: Content.Type) throws(ClientFault) -> Content {
        do {
            return try JSONDecoder().decode(type, from: Data(content.readableBytesView))
        } catch {
            throw .unreadable(error)
        }
    }
}

/// An event of the daemon.
struct DaemonEvent: Sendable {
    private static let prefix = Array(#"{"event":"#.utf8)
    private static let kindPrefix = Array(#"{"kind":""#.utf8)

    let kind: String
    /// The value of `event`, as JSON.
    let data: ByteBuffer

    init?(_ line: ByteBuffer) {
        let start = line.readerIndex + Self.prefix.count
        guard let data = line.getSlice(at: start, length: line.readableBytes - Self.prefix.count - 1),
            data.readableBytesView.starts(with: Self.kindPrefix)
        else { return nil }
        self.data = data
        let rest = data.readableBytesView.dropFirst(Self.kindPrefix.count)
        kind = String(decoding: rest.prefix { $0 != UInt8(ascii: "\"") }, as: UTF8.self)
    }
}
