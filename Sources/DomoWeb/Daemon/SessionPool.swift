import DomoClient
import DomoLanguage
import NIOCore

/// The sessions of all tokens in use, by token. Tokens are stored nowhere else.
actor SessionPool {
    /// The maximum numbers of tokens in use at the same time: in all, of one tree of tokens, and of the total for those
    /// who manage everything. Of a tree, and of the largest tree, the session that was not used for longest gives way.
    struct Limits {
        var total = 512
        var tree = 64
        var reserve = 64
    }

    private struct Entry {
        var session: TokenSession
        var tree: UInt64
        var lastUse: ContinuousClock.Instant
    }

    let socket: String
    nonisolated let budget: ReplyBudget
    private let limits: Limits
    private let group: any EventLoopGroup
    private var sessions: [String: Entry] = [:]
    private var known = KnownTokens()

    init(
        socket: String,
        on group: any EventLoopGroup,
        budget: ReplyBudget = ReplyBudget(),
        limits: Limits = Limits()
    ) {
        (self.socket, self.group, self.budget, self.limits) = (socket, group, budget, limits)
    }

    /// - Throws: `refused` if the daemon does not accept the token.
    func call(with secret: String, from address: String) async throws(ClientFault) -> TokenCall {
        let session: TokenSession
        let view: SessionView
        do throws(ClientFault) {
            (session, view) = try await self.session(of: secret, from: address)
        } catch {
            if case .refused(let fault) = error, fault.code != .busy { known.remove(secret) }
            throw error
        }
        known.insert(secret)
        let room = try budget.reserve(for: view.tree ?? 0, isPrivileged: view.managesEverything)
        return TokenCall(session: session, view: view, address: address, room: room)
    }

    private func session(
        of secret: String,
        from address: String
    ) async throws(ClientFault) -> (TokenSession, SessionView) {
        if let session = sessions[secret]?.session {
            do throws(ClientFault) {
                let view = try await session.session(from: address)
                sessions[secret]?.lastUse = .now
                return (session, view)
            } catch {
                if case .refused = error { await drop(secret) }
                throw error
            }
        }
        let session = TokenSession(secret: secret, socket: socket, on: group.next())
        let view = try await session.session(from: address)
        if let other = sessions[secret]?.session {
            await session.end()
            return (other, view)
        }
        do throws(ClientFault) {
            let replaced = try makeRoom(for: view)
            sessions[secret] = Entry(session: session, tree: view.tree ?? 0, lastUse: .now)
            await replaced?.end()
        } catch {
            await session.end()
            throw error
        }
        return (session, view)
    }

    /// - Returns: the session that gives way, for the caller to end.
    private func makeRoom(for view: SessionView) throws(ClientFault) -> TokenSession? {
        let own = view.tree ?? 0
        let sizes = sessions.values.reduce(into: [:]) { $0[$1.tree, default: 0] += 1 }
        let total = limits.total - (view.managesEverything ? 0 : limits.reserve)
        if sizes[own, default: 0] >= limits.tree { return remove(idlestOf: own) }
        guard sessions.count >= total else { return nil }
        guard let largest = sizes.max(by: { ($0.value, $0.key) < ($1.value, $1.key) }),
            largest.value > sizes[own, default: 0] + 1 || view.managesEverything
        else {
            throw .refused(
                Fault(.busy, "too many tokens are in use: \(sessions.count)", hint: "try again in a minute")
            )
        }
        return remove(idlestOf: largest.key)
    }

    private func remove(idlestOf tree: UInt64) -> TokenSession? {
        let idlest = sessions.filter { $0.value.tree == tree }.min { one, other in
            let isWatched = (one.value.session.events.readerCount > 0, other.value.session.events.readerCount > 0)
            return isWatched.0 == isWatched.1 ? one.value.lastUse < other.value.lastUse : isWatched.1
        }
        return idlest.flatMap { sessions.removeValue(forKey: $0.key)?.session }
    }

    /// Whether the token has a session.
    func isInUse(_ secret: String) -> Bool { sessions[secret] != nil }

    /// Whether the daemon accepted the token the last time it was used.
    func isKnown(_ secret: String) -> Bool { known.contains(secret) }

    private func drop(_ secret: String) async {
        guard let entry = sessions.removeValue(forKey: secret) else { return }
        await entry.session.end()
    }

    private func dropIdle() async {
        for (secret, entry) in sessions where await entry.session.isIdle { await drop(secret) }
    }

    /// Exchanges a code for a token; needs no session.
    ///
    /// - Parameters:
    ///   - isLook: whether the code can still be used.
    ///   - address: where the user is.
    func claim(_ code: String, isLook: Bool = false, from address: String) async throws(ClientFault) -> GivenToken {
        let connection = try await DaemonConnection.connect(to: socket, on: group.next())
        defer { connection.close() }
        let claim = Request.claim(code: code, isLook: isLook, from: address)
        return try DaemonReply(try await connection.ask(claim)).decode(GivenToken.self)
    }

    /// Passes on what came in to a hook; needs no session.
    func knock(_ knock: Knock) async throws(ClientFault) {
        let connection = try await DaemonConnection.connect(to: socket, on: group.next())
        defer { connection.close() }
        _ = try DaemonReply(try await connection.ask(.knock(knock))).decode(KnockReceipt.self)
    }

    /// Acknowledges a notice with the code of its message; needs no session.
    func acknowledge(_ number: UInt64, code: String) async throws(ClientFault) -> ByteBuffer {
        let connection = try await DaemonConnection.connect(to: socket, on: group.next())
        defer { connection.close() }
        let request = Request.notices(.acknowledge(number: number, code: code))
        return try DaemonReply(try await connection.ask(request)).content
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
        (sessions.count, sessions.values.reduce(0) { $0 + $1.session.events.readerCount })
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
            for entry in sessions.values { entry.session.events.wakeReaders() }
            if beats.isMultiple(of: 6) { await dropIdle() }
        }
    }

    func end() async { for entry in sessions.values { await entry.session.end() } }
}

extension SessionView {
    fileprivate var managesEverything: Bool { role == .manage && places == nil }
}
