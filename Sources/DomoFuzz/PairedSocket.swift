import Glibc

/// The client's end of a pair of connected sockets. Reads time out after a minute.
final class PairedSocket {
    /// In milliseconds.
    private static let timeout: Int32 = 60_000

    private let descriptor: CInt
    private var bytes: [UInt8] = []

    /// - Parameter serve: takes ownership of the other end.
    init(serve: (CInt) throws(Finding) -> Void) throws(Finding) {
        var ends: [CInt] = [0, 0]
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0 else { throw Self.fault("socketpair") }
        descriptor = ends[0]
        try serve(ends[1])
    }

    deinit { close(descriptor) }

    func write(_ part: ArraySlice<UInt8>) throws(Finding) {
        var rest = part
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            if count < 0 {
                if errno == EINTR { continue }
                throw Self.fault("write")
            }
            rest = rest.dropFirst(count)
        }
    }

    func endWriting() { shutdown(descriptor, Int32(SHUT_WR)) }

    /// The next line without its line break; nil at the end of the connection.
    func readLine() throws(Finding) -> ArraySlice<UInt8>? {
        var scanned = 0
        while true {
            if let end = bytes[scanned...].firstIndex(of: UInt8(ascii: "\n")) {
                let line = bytes[..<end]
                bytes.removeFirst(end + 1)
                return line
            }
            scanned = bytes.count
            guard try readMore() else {
                guard bytes.isEmpty else { throw Finding("the connection ended within a line") }
                return nil
            }
        }
    }

    private func readMore() throws(Finding) -> Bool {
        var interest = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        switch poll(&interest, 1, Self.timeout) {
        case 0: throw Finding("no reply and no end of the connection within \(Self.timeout / 1000) s")
        case 1: break
        default: if errno == EINTR { return true } else { throw Self.fault("poll") }
        }
        let (count, part) = withUnsafeTemporaryAllocation(byteCount: 64 * 1024, alignment: 1) { room in
            let count = read(descriptor, room.baseAddress, room.count)
            return (count, count > 0 ? Array(room[..<count]) : [])
        }
        guard count >= 0 else {
            if errno == EINTR { return true }
            throw Self.fault("read")
        }
        bytes += part
        return count > 0
    }

    private static func fault(_ call: String) -> Finding { Finding("\(call): \(String(cString: strerror(errno)))") }
}
