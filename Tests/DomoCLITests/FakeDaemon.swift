import Glibc

/// A daemon on a temporary socket that answers each line with a closure, on its own thread.
final class FakeDaemon: Sendable {
    let path: String
    private let listener: CInt

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
        var template = Array("/tmp/domo-cli-XXXXXX\0".utf8.map { CChar(bitPattern: $0) })
        precondition(mkdtemp(&template) != nil)
        let path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self) + "/domo.sock"
        self.path = path
        let listener = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0)
        self.listener = listener
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let result = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        precondition(result == 0 && listen(listener, 16) == 0)
        Self.onThread {
            while true {
                let connection = accept(listener, nil, nil)
                guard connection >= 0 else {
                    // Close it only here: otherwise another daemon could get the descriptor while this one waits on it.
                    close(listener)
                    return
                }
                Self.onThread { Self.serve(connection, answer) }
            }
        }
    }

    deinit {
        shutdown(listener, CInt(SHUT_RDWR))
        unlink(path)
        rmdir(String(path.dropLast("/domo.sock".count)))
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

    private final class Body: Sendable {
        let run: @Sendable () -> Void
        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }

    private static func onThread(_ run: @escaping @Sendable () -> Void) {
        var thread = pthread_t()
        let result = pthread_create(
            &thread,
            nil,
            { context in
                Unmanaged<Body>.fromOpaque(context!).takeRetainedValue().run()
                return nil
            },
            Unmanaged.passRetained(Body(run)).toOpaque()
        )
        precondition(result == 0)
        pthread_detach(thread)
    }
}
