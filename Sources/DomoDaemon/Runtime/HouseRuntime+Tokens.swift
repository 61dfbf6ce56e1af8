import DomoEngine
import DomoLanguage
import DomoModel
import DomoSystem
import Logging
import NIOCore

// Tokens: creation, login and revocation.

extension HouseRuntime {
    /// Handles requests about the connection itself.
    ///
    /// - Returns: false for any other request.
    func takeSession(_ request: Request, from client: any Client, number: Int) -> Bool {
        let reply: Reply
        do throws(Fault) {
            switch request {
            case .login(let token, let from): reply = .session(try signIn(client, with: token, from: from))
            case .logout: reply = .session(try signOut(client))
            case .claim(let code, isLook: false, let from):
                reply = .given(try claim(code, from: address(of: client, from: from)))
            case .claim(let code, isLook: true, let from):
                reply = .given(try look(code, from: address(of: client, from: from)))
            case .list, .show, .model, .order, .group, .watch, .scene, .sceneStop, .scenes, .run, .calendar, .record,
                .script, .plan, .orders, .why, .history, .records, .log, .stats, .export, .rename, .backup, .restore,
                .audit, .knx, .discover, .token, .hook, .knock, .notify, .notices, .notifier, .push, .status, .doctor,
                .reload:
                return false
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
        let address = address(of: client, from: from)
        let (token, isWorthWriting) = try noting("a wrong token", from: address) { () throws(Fault) in
            try tokens.use(secret, from: from, at: Instant.now().wall)
        }
        let principal = Principal.token(token.principal)
        if let fault = clients.move(client, to: account(of: client, as: principal)) { throw fault }
        client.become(principal)
        if isWorthWriting { saveTokens { _ in } }
        keep(.signIn, by: principal.cause, of: engine.tree(of: principal), from: address)
        let right = engine.right(of: principal)
        return SessionView(
            name: token.name,
            role: right.role,
            places: right.places,
            doors: right.doors,
            expires: token.expires,
            tree: engine.tree(of: principal)
        )
    }

    private func signOut(_ client: any Client) throws(Fault) -> SessionView {
        if let fault = clients.move(client, to: account(of: client, as: client.peer)) { throw fault }
        client.become(nil)
        let right = engine.right(of: client.peer)
        return SessionView(name: "\(client.peer.cause)", role: right.role, places: right.places, doors: right.doors)
    }

    /// Needs only the code: its owner has no rights yet.
    private func claim(_ code: String, from address: String) throws(Fault) -> GivenToken {
        let given = try noting("a wrong code", from: address) { () throws(Fault) in
            try tokens.claim(code, at: Instant.now().wall)
        }
        let right = Self.text(given.role, given.places, given.doors)
        tokensChanged()
        let principal = tokens.table.principal(named: given.name).map(Principal.token)
        let tree = principal.flatMap { engine.tree(of: $0) }
        keep(.token, of: tree, from: address, subject: given.name, message: "with a code: \(right)")
        saveTokens { _ in }
        return given
    }

    private func look(_ code: String, from address: String) throws(Fault) -> GivenToken {
        try noting("a wrong code", from: address) { () throws(Fault) in
            try tokens.table.look(code, at: Instant.now().wall)
        }
    }

    /// Keeps a failed sign-in.
    private func noting<Result>(
        _ failure: String,
        from address: String,
        _ body: () throws(Fault) -> Result
    ) throws(Fault) -> Result {
        do throws(Fault) {
            return try body()
        } catch {
            if error.code == .notAllowed { keep(.failedSignIn, from: address, message: failure) }
            throw error
        }
    }

    /// Carries out a change that the engine has allowed.
    func carryOut(_ change: TokenChange, for id: RequestID) {
        let tree = principal(of: id).flatMap { engine.tree(of: $0) }
        let result: StoredTokens.Change
        do throws(Fault) {
            result = try tokens.change(change, at: Instant.now().wall)
        } catch {
            return put(.performed(id, .fault(error)))
        }
        switch result {
        case .none(let reply):
            note(change, of: tree, reply)
            put(.performed(id, reply))
        case .stored(let reply, let created, let what):
            note(change, of: tree, reply)
            afterEffects { runtime in
                runtime.tokensChanged()
                runtime.saveTokens { problem in
                    guard let problem else { return runtime.put(.performed(id, reply)) }
                    // A token that would not survive a restart is not given out.
                    if let created { runtime.put(.dropped(created)) }
                    let fault = Fault(
                        .badConfiguration,
                        "\(what) can't be stored: \(problem)",
                        hint: "free some disk space if the disk is full, else do what the message says; then try again"
                    )
                    runtime.put(.performed(id, .fault(fault)))
                }
            }
        }
    }

    /// Removes a token that could not be stored.
    func drop(_ name: String) {
        guard tokens.drop(name) else { return }
        keep(.revoked, subject: name, message: "could not be stored")
        tokensChanged()
    }

    /// Runs after the current effects: an input in between would change their order.
    func afterEffects(_ body: @escaping @Sendable (isolated HouseRuntime) -> Void) {
        eventLoop.execute {
            self.assumeIsolated { runtime in
                body(runtime)
                runtime.endTurn()
            }
        }
    }

    /// Passes the current grants to the engine, and closes connections whose token is gone.
    func tokensChanged() {
        handle(.tokens(tokens.table.rules))
        for client in clients.all {
            if case .token(let token) = client.principal, !tokens.table.holds(token.id) { client.close() }
        }
        endPushes()
        expireTokensLater()
    }

    /// Looks up the groups of the users that have made tokens, on a thread of its own: a directory server may not answer.
    func lookUpCreators() {
        let users = tokens.table.creators.union(hooks.table.creators)
        guard !users.isEmpty else { return }
        let eventLoop = eventLoop
        do throws(ThreadFault) {
            try WorkerThread.start(name: "domo-users") {
                let found = Accounts.identities(of: users)
                eventLoop.execute {
                    self.assumeIsolated { runtime in
                        runtime.tokens.note(found)
                        runtime.hooks.note(found)
                        runtime.tokensChanged()
                        runtime.hooksChanged()
                        runtime.endTurn()
                    }
                }
            }
        } catch {
            log.warning("the groups of those who have made tokens are those of the last load: \(error)")
        }
    }

    private func expireTokensLater() {
        tokens.restartTimer(at: Instant.now().wall) { delay in
            eventLoop.scheduleTask(in: delay) {
                self.assumeIsolated { runtime in
                    let expired = runtime.tokens.expire(at: Instant.now().wall)
                    for name in expired { runtime.keep(.expired, subject: name) }
                    if !expired.isEmpty {
                        runtime.tokensChanged()
                        runtime.saveTokens { _ in }
                    } else {
                        runtime.expireTokensLater()
                    }
                    runtime.endTurn()
                }
            }
        }
    }

    /// - Parameter done: called on another thread, with an error message if saving failed.
    private func saveTokens(done: @escaping @Sendable (_ problem: String?) -> Void) {
        guard let (file, tokens) = self.tokens.toSave else { return done(nil) }
        let log = log
        longWork.add {
            do throws(FileBytes.Fault) {
                try file.write(tokens)
                done(nil)
            } catch {
                let problem = "\(file.path): \(error.message)"
                log.error("tokens can't be stored: \(problem)")
                done(problem)
            }
        }
    }
}
