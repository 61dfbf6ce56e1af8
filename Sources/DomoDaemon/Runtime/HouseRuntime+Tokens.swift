import DomoEngine
import DomoLanguage
import DomoModel
import DomoSystem
import Logging
import NIOCore

// Who acts for whom: tokens are made, presented and revoked.

extension HouseRuntime {
    /// Clocks jump and machines sleep: so late may a token end at most.
    private static let maxExpiryDelay: TimeAmount = .seconds(1)

    /// The lines that concern the connection itself, and not the house.
    ///
    /// - Returns: false for any other request.
    func takeSession(_ request: Request, from client: any Client, number: Int) -> Bool {
        let reply: Reply
        do throws(Fault) {
            switch request {
            case .login(let token, let from): reply = .session(try signIn(client, with: token, from: from))
            case .logout: reply = .session(try signOut(client))
            case .claim(let code): reply = .given(try claim(code))
            default: return false
            }
        } catch {
            client.answer(number, .fault(error), in: self)
            return true
        }
        client.answer(number, reply, in: self)
        return true
    }

    private func signIn(
        _ client: any Client,
        with secret: String,
        from: String?
    ) throws(Fault) -> SessionView {
        guard let (token, isWorthWriting) = try tokens.use(secret, from: from, at: Instant.now().wall) else {
            throw Fault(
                .notAllowed,
                "the token is unknown, expired or revoked",
                hint: "create another with \"domo token new NAME\""
            )
        }
        if let fault = clients.move(client, to: .token(token.name)) { throw fault }
        client.become(.token(token.name))
        if isWorthWriting { saveTokens { _ in } }
        return SessionView(
            name: token.name,
            role: token.grant.role,
            places: token.grant.places,
            expires: token.expires
        )
    }

    private func signOut(_ client: any Client) throws(Fault) -> SessionView {
        if let fault = clients.move(client, to: client.peer) { throw fault }
        client.become(nil)
        let right = engine.right(of: client.peer)
        return SessionView(name: "\(client.peer.cause)", role: right.role, places: right.places)
    }

    /// The code is all that is asked for: whoever has it may be nobody yet.
    private func claim(_ code: String) throws(Fault) -> GivenToken {
        var random = SystemRandomNumberGenerator()
        let given = try tokens.claim(code, at: Instant.now().wall, using: &random)
        tokensChanged()
        saveTokens { _ in }
        return given
    }

    /// What the engine allowed.
    func carryOut(_ change: TokenChange, for id: RequestID) {
        switch change {
        case .list(let name): put(.performed(id, .tokens(tokens.list(only: name))))
        case .new(let wanted, let grant, let by):
            var random = SystemRandomNumberGenerator()
            let given: GivenToken
            do throws(Fault) {
                given = try tokens.make(wanted, grant, by: "\(by)", at: Instant.now().wall, using: &random)
            } catch {
                return put(.performed(id, .fault(error)))
            }
            guard given.token != nil else { return put(.performed(id, .given(given))) }
            afterEffects { runtime in
                runtime.tokensChanged()
                runtime.saveTokens { problem in
                    guard let problem else { return runtime.put(.performed(id, .given(given))) }
                    // A token that would be gone with the daemon is not given.
                    runtime.put(.dropped(given.name))
                    runtime.put(.performed(id, .fault(Self.notStored("the token", problem))))
                }
            }
        case .revoke(let name):
            guard tokens.revoke(name) else {
                let fault = Fault(
                    .unknownToken,
                    "there is no token \"\(name)\"",
                    hint: "\"domo token list\" shows them"
                )
                return put(.performed(id, .fault(fault)))
            }
            afterEffects { runtime in
                runtime.tokensChanged()
                let list = Reply.tokens(runtime.tokens.list(only: name))
                runtime.saveTokens { problem in
                    let reply = problem.map { Reply.fault(Self.notStored("the revocation", $0)) } ?? list
                    runtime.put(.performed(id, reply))
                }
            }
        }
    }

    private static func notStored(_ what: String, _ problem: String) -> Fault {
        Fault(.badConfiguration, "\(what) can't be stored: \(problem)", hint: "free some disk space, then try again")
    }

    /// A token that could not be stored.
    func drop(_ name: String) {
        if tokens.revoke(name) { tokensChanged() }
    }

    /// Effects are carried out in order, and an input in between would change it.
    private func afterEffects(_ body: @escaping @Sendable (isolated HouseRuntime) -> Void) {
        eventLoop.execute {
            self.assumeIsolated { runtime in
                body(runtime)
                runtime.endTurn()
            }
        }
    }

    /// The engine is told what holds now, and connections of tokens that don't are ended.
    func tokensChanged() {
        take(.tokens(tokens.grants))
        for client in clients.all {
            if case .token(let name) = client.principal, !tokens.holds(name) { client.close() }
        }
        expireTokensLater()
    }

    private func expireTokensLater() {
        tokenTimer?.cancel()
        guard let next = tokens.nextExpiry else { return }
        let remaining = max(0, next.milliseconds - Instant.now().wall.milliseconds)
        let delay = min(TimeAmount.milliseconds(remaining), Self.maxExpiryDelay)
        tokenTimer = eventLoop.scheduleTask(in: delay) {
            self.assumeIsolated { runtime in
                if runtime.tokens.expire(at: Instant.now().wall).isEmpty {
                    runtime.expireTokensLater()
                } else {
                    runtime.tokensChanged()
                    runtime.saveTokens { _ in }
                }
                runtime.endTurn()
            }
        }
    }

    /// - Parameter done: called on another thread with what went wrong.
    private func saveTokens(done: @escaping @Sendable (_ problem: String?) -> Void) {
        guard let tokenFile = files.tokens else { return done(nil) }
        let (all, log) = (tokens.all, log)
        longWork.add {
            do throws(FileBytes.Fault) {
                try tokenFile.write(all)
                done(nil)
            } catch {
                let problem = "\(tokenFile.path): \(error.message)"
                log.error("tokens can't be stored: \(problem)")
                done(problem)
            }
        }
    }
}
