import DomoEngine
import DomoLanguage
import DomoModel
import DomoSystem
import Logging
import NIOCore

// Tokens: creation, login and revocation.

extension HouseRuntime {
    /// How late a token may expire, since clocks jump and machines are suspended.
    private static let maxExpiryDelay: TimeAmount = .seconds(1)

    /// Handles requests about the connection itself.
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

    /// Needs only the code: its owner has no rights yet.
    private func claim(_ code: String) throws(Fault) -> GivenToken {
        var random = SystemRandomNumberGenerator()
        let given = try tokens.claim(code, at: Instant.now().wall, using: &random)
        tokensChanged()
        saveTokens { _ in }
        return given
    }

    /// Carries out a change that the engine has allowed.
    func carryOut(_ change: TokenChange, for id: RequestID) {
        switch change {
        case .list(let name): put(.performed(id, .tokens(tokens.list(only: name, at: Instant.now().wall))))
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
                    // A token that would not survive a restart is not given out.
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
                let list = Reply.tokens(runtime.tokens.list(only: name, at: Instant.now().wall))
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

    /// Removes a token that could not be stored.
    func drop(_ name: String) {
        if tokens.drop(name) { tokensChanged() }
    }

    /// Runs after the current effects: an input in between would change their order.
    private func afterEffects(_ body: @escaping @Sendable (isolated HouseRuntime) -> Void) {
        eventLoop.execute {
            self.assumeIsolated { runtime in
                body(runtime)
                runtime.endTurn()
            }
        }
    }

    /// Passes the current grants to the engine, and closes connections whose token is gone.
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

    /// - Parameter done: called on another thread, with an error message if saving failed.
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
