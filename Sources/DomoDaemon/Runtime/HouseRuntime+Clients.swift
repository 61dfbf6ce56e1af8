import DomoEngine
import DomoLanguage
import NIOCore

// Connecting clients.

extension HouseRuntime {
    func watch(_ watched: Watched, by client: any Client) { clients.watch(watched, by: client) }

    func closed(_ client: any Client) {
        clients.remove(client)
        dropAnswers(for: client)
        notifierClosed(client)
        useRoom()
        checkWait()
    }

    /// - Returns: nil, or why there is no room for the client, which is then to be closed.
    func opened(_ client: any Client) -> Fault? {
        let (fault, idle) = clients.add(client, to: account(of: client, as: client.principal))
        if let idle {
            // Its place is free now, not only when the connection has ended.
            closed(idle)
            idle.close()
        }
        return fault
    }

    /// Whose limits and turns a client shares as a principal: those of the user who has connected, whatever tokens it
    /// presents. The front ends present tokens of others, and count for these.
    func account(of client: any Client, as principal: Principal) -> ClientQuota.Account {
        if case .user(let user) = client.peer, !engine.presentsTokens(user) { return .user(user.id) }
        return engine.account(of: principal)
    }

    // MARK: Turns

    /// A client has lines to handle. They are handled in its turn, after all input that has arrived with them was read:
    /// until then, it is known which clients are gone.
    func needsTurn(_ client: any Client) { turns.append(client, of: client.account) }

    /// Gives each account a slice. What is left waits until the event loop has read again.
    func takeTurns() {
        guard !turns.isEmpty else { return }
        let now = NIODeadline.now()
        let end = now + TurnSlice.totalDuration
        var start = now
        for _ in 0..<turns.accounts {
            var slice = TurnSlice(until: min(end, start + TurnSlice.duration))
            while let client = turns.next() {
                if client.takeTurn(&slice, in: self) { turns.append(client, of: client.account) }
                if slice.isOver { break }
            }
            turns.endTurn()
            if turns.isEmpty { return }
            // Orders do not wait for the lines of others.
            flush()
            start = .now()
            if start >= end { return }
        }
    }

    /// What is left of a turn waits until the event loop has read.
    func startReadingFirst() async throws {
        readFirst = try await ReadFirst.start(on: eventLoop) { self.assumeIsolated { $0.endTurnSoon() } }
    }

    // MARK: Room

    func hasRoom(for client: any Client) -> Bool { clients.hasRoom(for: client.account) }

    func noteUnread(_ bytes: Int, of client: any Client) {
        clients.noteUnread(bytes, of: client)
        useRoom()
    }

    /// - Returns: false if it is too much.
    func noteInput(_ bytes: Int, of client: any Client) -> Bool { clients.noteInput(bytes, of: client) }

    func park(_ client: any Client) { clients.park(client) }

    /// Goes on with what has waited for room.
    func useRoom() {
        let ready = clients.takeReady()
        for client in ready { needsTurn(client) }
        if !ready.isEmpty { endTurnSoon() }
        startAnswers()
    }

    /// Frees a reply that was sent.
    nonisolated func free(_ reply: WrittenReply) {
        longWork.add { withExtendedLifetime(reply) {} }
    }
}
