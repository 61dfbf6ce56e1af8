import DomoSystem

/// The log-in and the life of one connection: an operation of the server in, actions out. Without I/O or clock.
struct SessionMachine {
    private enum State {
        /// Next: `waitingForPong`, `closed`.
        case waitingForInfo
        /// CONNECT and PING were sent. Next: `ready`, `closed`.
        case waitingForPong(ServerInfo)
        /// Next: `closed`.
        case ready(ServerInfo)
        case closed
    }

    enum Action: Equatable {
        case send(ClientOperation)
        /// TLS starts now, before anything else is sent.
        case startTLS
        /// The log-in is complete.
        case ready(ServerInfo)
        case deliver(NATSMessage, subscription: UInt64)
        case lameDuck(ServerInfo)
        case warning(String)
        case close(SessionEnd)
    }

    /// How far TLS is.
    enum Security {
        case plain
        /// TLS is required, and starts after INFO.
        case afterInfo
        /// TLS started before INFO.
        case started
    }

    private let name: String
    private let credentials: NATSCredentials
    private var security: Security
    private let maxPings: Int
    private var state = State.waitingForInfo
    /// Pings without an answer.
    private var pings = 0

    init(name: String, credentials: NATSCredentials, security: Security, maxPings: Int) {
        (self.name, self.credentials, self.security, self.maxPings) = (name, credentials, security, maxPings)
    }

    var isReady: Bool {
        guard case .ready = state else { return false }
        return true
    }

    /// The part of the log-in that did not happen yet, for messages.
    var missing: String {
        switch state {
        case .waitingForInfo: "the server sent no INFO"
        case .waitingForPong: "the server did not answer the log-in"
        case .ready, .closed: "the connection is closed"
        }
    }

    mutating func handle(_ operation: ServerOperation) -> [Action] {
        if case .closed = state { return [] }
        switch operation {
        case .info(let info): return handle(info)
        case .ping: return [.send(.pong)]
        case .pong: return handlePong()
        case .ok: return []
        case .error(let error): return handle(error)
        case .message(let message, let subscription):
            guard isReady else { return close(SessionEnd(.failed, "the server sent a message before the log-in")) }
            return [.deliver(message, subscription: subscription)]
        case .oversized(let subject, let octets):
            return [.warning("skipped a message on \(subject): \(octets) octets are more than the limit")]
        }
    }

    /// It is time for a ping.
    mutating func ping() -> [Action] {
        guard case .ready = state else { return [] }
        guard pings < maxPings else {
            return close(SessionEnd(.failed, "the server did not answer \(pings) pings"))
        }
        pings += 1
        return [.send(.ping)]
    }

    private mutating func close(_ end: SessionEnd) -> [Action] {
        state = .closed
        return [.close(end)]
    }

    // MARK: Operations

    private mutating func handlePong() -> [Action] {
        pings = 0
        guard case .waitingForPong(let info) = state else { return [] }
        state = .ready(info)
        return [.ready(info)] + (info.isLameDuck ? [.lameDuck(info)] : [])
    }

    private mutating func handle(_ error: ServerError) -> [Action] {
        guard error.kind == .denied else { return close(SessionEnd(error)) }
        return [.warning("the server refused an operation: \(error.text)")]
    }

    private mutating func handle(_ info: ServerInfo) -> [Action] {
        switch state {
        case .waitingForInfo: return logIn(info)
        case .waitingForPong(let first):
            // Only what may change; the nonce and the version were checked.
            state = .waitingForPong(first.updated(by: info))
            return []
        case .ready(let first):
            state = .ready(first.updated(by: info))
            return info.isLameDuck && !first.isLameDuck ? [.lameDuck(info)] : []
        case .closed: return []
        }
    }

    private mutating func logIn(_ info: ServerInfo) -> [Action] {
        let server = info.name.isEmpty ? "the NATS server" : "the NATS server \(info.name)"
        guard let version = ServerVersion(info.version) else {
            return close(SessionEnd(.refused, "\(server) has the unknown version \(info.version.debugDescription)"))
        }
        guard version.isSupported else {
            return close(SessionEnd(.refused, "\(server) has version \(version); \(ServerVersion.requirement)"))
        }
        guard info.hasHeaders else {
            return close(SessionEnd(.refused, "\(server) does not allow headers; remove no_header_support"))
        }
        if case .plain = security, info.requiresTLS {
            return close(SessionEnd(.refused, "\(server) requires TLS; use tls://HOST:PORT"))
        }
        var options = ConnectOptions(name: name, requiresTLS: security != .plain)
        if let seed = credentials.seed {
            guard let nonce = info.nonce, !nonce.isEmpty else {
                return close(SessionEnd(.refused, "\(server) sent nothing to sign: it has no users with keys"))
            }
            do throws(NKeyFault) {
                // Not both: a server that reloads its configuration would end the connection (nats-server#8606).
                if case .token(let token, _) = credentials {
                    options.token = token.text
                } else {
                    options.key = "\(seed.key)"
                }
                options.signature = Base64URL.text(of: try seed.signature(of: Array(nonce.utf8)))
            } catch {
                return close(SessionEnd(.failed, error.message))
            }
        }
        state = .waitingForPong(info)
        var actions: [Action] = [.send(.connect(options)), .send(.ping)]
        if case .afterInfo = security {
            security = .started
            actions.insert(.startTLS, at: 0)
        }
        return actions
    }
}

extension ServerInfo {
    fileprivate func updated(by later: ServerInfo) -> ServerInfo {
        var info = self
        info.maxPayload = later.maxPayload
        info.isLameDuck = isLameDuck || later.isLameDuck
        return info
    }
}
