import DomoClient
import DomoLanguage
import NIOCore

/// The sessions of all tokens in use, by token. Tokens are stored nowhere else.
actor SessionPool {
    /// The maximum number of tokens in use at the same time; idle sessions make room.
    static let maxSessions = 512

    let socket: String
    private let group: any EventLoopGroup
    private var sessions: [String: TokenSession] = [:]

    init(socket: String, on group: any EventLoopGroup) {
        (self.socket, self.group) = (socket, group)
    }

    /// - Throws: `refused` if the daemon does not accept the token.
    func session(of secret: String, from address: String) async throws(ClientFault) -> (TokenSession, SessionView) {
        if let session = sessions[secret] {
            do throws(ClientFault) {
                return (session, try await session.session(from: address))
            } catch {
                if case .refused = error { await drop(secret) }
                throw error
            }
        }
        if sessions.count >= Self.maxSessions { await dropIdle() }
        guard sessions.count < Self.maxSessions else {
            throw .refused(Fault(.busy, "too many tokens are in use: \(sessions.count)", hint: "try again in a minute"))
        }
        let session = TokenSession(secret: secret, socket: socket, on: group.next())
        let view = try await session.session(from: address)
        if let other = sessions[secret] {
            await session.end()
            return (other, view)
        }
        sessions[secret] = session
        return (session, view)
    }

    /// Whether the token has a session.
    func isInUse(_ secret: String) -> Bool { sessions[secret] != nil }

    private func drop(_ secret: String) async {
        guard let session = sessions.removeValue(forKey: secret) else { return }
        await session.end()
    }

    private func dropIdle() async {
        for (secret, session) in sessions where await session.isIdle { await drop(secret) }
    }

    /// Exchanges a code for a token; needs no session.
    func claim(_ code: String) async throws(ClientFault) -> GivenToken {
        let connection = try await DaemonConnection.connect(to: socket, on: group.next())
        defer { connection.close() }
        return try DaemonReply(try await connection.ask(.claim(code: code))).decode(GivenToken.self)
    }

    /// Whether the daemon accepts connections.
    func isDaemonReachable() async -> Bool {
        do throws(ClientFault) {
            let connection = try await DaemonConnection.connect(to: socket, on: group.next())
            connection.close()
            return true
        } catch {
            return false
        }
    }

    /// The number of tokens in use, and of open streams.
    var usage: (sessions: Int, streams: Int) {
        (sessions.count, sessions.values.reduce(0) { $0 + $1.events.readerCount })
    }

    /// Sends heartbeats and drops idle sessions, until it is cancelled.
    func performHousekeeping() async {
        var beats = 0
        while true {
            do {
                try await Task.sleep(for: .seconds(5))
            } catch {
                return
            }
            beats += 1
            for session in sessions.values { session.events.wakeReaders() }
            if beats.isMultiple(of: 6) { await dropIdle() }
        }
    }

    func end() async { for session in sessions.values { await session.end() } }
}
