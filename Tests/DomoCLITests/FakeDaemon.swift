import DomoTestKit
import Glibc

/// A daemon on a temporary socket that answers each line with a closure, on its own thread.
final class FakeDaemon: Sendable {
    private let folder: TemporaryFolder
    private let server: LoopbackServer

    var path: String { folder.path + "/domo.sock" }

    /// A client that sent a line; it can be written to at any time.
    final class Peer: Sendable {
        private let connection: CInt
        init(_ connection: CInt) { self.connection = connection }
        deinit { close(connection) }

        /// - Returns: false if the client is gone.
        @discardableResult func send(_ text: String) -> Bool {
            var rest = Array(text.utf8)[...]
            while !rest.isEmpty {
                let count = rest.withUnsafeBytes {
                    Glibc.send(connection, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL))
                }
                guard count > 0 else { return false }
                rest = rest.dropFirst(count)
            }
            return true
        }

        func hangUp() { shutdown(connection, CInt(SHUT_RDWR)) }
    }

    /// - Parameters:
    ///   - seesLimits: whether the lines of orders have the time until which they are wanted, which differs each time.
    ///   - answer: returns the reply to a line, with its newline; nil closes the connection.
    convenience init(seesLimits: Bool = false, answer: @escaping @Sendable (String) -> String?) {
        self.init(seesLimits: seesLimits) { line, _ in answer(line) }
    }

    private static func withoutLimit(_ line: String) -> String {
        guard line.contains(#/^(set|dim|toggle|off|scene|run) /#) else { return line }
        return line.replacing(#/ --until \d{4}-\d\d-\d\dT[0-9:.]+Z/#, with: "")
    }

    init(seesLimits: Bool = false, answer: @escaping @Sendable (String, Peer) -> String?) {
        do {
            let folder = try TemporaryFolder()
            self.folder = folder
            server = try LoopbackServer(path: folder.path + "/domo.sock") { connection in
                Self.serve(dup(connection)) { answer(seesLimits ? $0 : Self.withoutLimit($0), $1) }
            }
        } catch {
            fatalError("\(error)")
        }
    }

    private static func serve(_ connection: CInt, _ answer: (String, Peer) -> String?) {
        let peer = Peer(connection)
        guard let stream = fdopen(dup(connection), "r") else { return }
        defer {
            fclose(stream)
            peer.hangUp()
        }
        var line: UnsafeMutablePointer<CChar>?
        var capacity = 0
        defer { free(line) }
        while getline(&line, &capacity, stream) > 0, let text = line.map({ String(cString: $0) }) {
            guard let reply = answer(String(text.dropLast()), peer), peer.send(reply) else { return }
        }
    }
}
