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

    /// - Parameter answer: returns the reply to a line, with its newline; nil closes the connection.
    convenience init(answer: @escaping @Sendable (String) -> String?) {
        self.init { line, _ in answer(line) }
    }

    init(answer: @escaping @Sendable (String, Peer) -> String?) {
        do {
            let folder = try TemporaryFolder()
            self.folder = folder
            server = try LoopbackServer(path: folder.path + "/domo.sock") { Self.serve(dup($0), answer) }
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
