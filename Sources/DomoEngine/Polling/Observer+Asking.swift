import DomoModel

// What is asked, and when.

extension Observer {
    mutating func wake(at now: Instant) {
        while let due = timers.popDue(at: now) {
            switch due {
            // What is due is asked when the rounds are pumped.
            case .poll: continue
            case .readback(let element): if awaited[element] != nil { wantReadback(of: element) }
            case .readbackAll(let server):
                let waiting = awaited.keys.filter { self.server(of: $0) == server }
                if let element = waiting.min(by: { $0.number < $1.number }) { wantReadback(of: element) }
            case .look(let element): wantReadback(of: element)
            case .confirmation(let order): giveUpWaiting(for: order, at: now)
            case .expiry(let server):
                steps.append(.expire(server: server))
            }
        }
    }

    /// Asks what may be asked now.
    mutating func pump(_ delivery: inout Delivery, at now: Instant) {
        for number in rounds.indices where rounds[number] != nil && !delivery.isStopping {
            cedePlaces(on: number, to: delivery.servers[number])
            while let question = nextQuestion(for: number, delivery.servers[number], at: now) {
                ask(question, from: number, &delivery, at: now)
            }
        }
    }

    private struct Wanted {
        var elements: [ElementID]
        var isForAll: Bool
        var isUrgent: Bool
    }

    private mutating func nextQuestion(for number: Int, _ server: ServerState, at now: Instant) -> Wanted? {
        guard let round = rounds[number], !round.elements.isEmpty, server.ready.isEmpty,
            server.inFlight < server.profile.connections, server.mayTry(at: now)
        else { return nil }
        if !round.urgent.isEmpty, let wanted = urgentQuestion(for: number, round, at: now) { return wanted }
        guard round.nextPoll <= now else { return nil }
        let polls = questions.values.count { $0.server == number && !$0.isUrgent }
        guard polls < (round.pollsAll ? 1 : Self.mostPolls) else { return nil }
        if round.pollsAll { return Wanted(elements: round.elements, isForAll: true, isUrgent: false) }
        return Wanted(elements: [round.elements[round.next]], isForAll: false, isUrgent: false)
    }

    private mutating func urgentQuestion(for number: Int, _ round: Round, at now: Instant) -> Wanted? {
        if round.plan.tellsOne {
            guard let element = rounds[number]?.urgent.popFirst() else { return nil }
            rounds[number]?.isUrgent.remove(element)
            return Wanted(elements: [element], isForAll: false, isUrgent: true)
        }
        // One answer tells of all that are waited for; one that is under way may tell of a time too early.
        guard !questions.values.contains(where: { $0.server == number && $0.isForAll && $0.isUrgent }) else {
            return nil
        }
        // An answer that tells all is a long one: even for orders it is not asked for at any pace.
        if let last = round.lastPoll, now < last + round.leastPause {
            timers.add(.poll(server: number), at: last + round.leastPause)
            return nil
        }
        rounds[number]?.urgent = Queue()
        rounds[number]?.isUrgent = []
        return Wanted(elements: round.elements, isForAll: true, isUrgent: true)
    }

    private mutating func ask(_ wanted: Wanted, from number: Int, _ delivery: inout Delivery, at now: Instant) {
        guard let round = rounds[number] else { return }
        let id = delivery.nextDispatchID()
        if !wanted.isUrgent || wanted.isForAll { advance(number, at: now) }
        questions[id] = Question(
            server: number,
            elements: wanted.elements,
            isForAll: wanted.isForAll,
            isUrgent: wanted.isUrgent,
            isProbe: delivery.willRead(from: number),
            began: now,
            driver: delivery.servers[number].profile.driver
        )
        steps.append(
            .read(
                id,
                of: wanted.elements,
                isForAll: wanted.isForAll,
                timeout: round.plan.timeout,
                server: number
            )
        )
    }

    /// The turn goes to the next.
    private mutating func advance(_ number: Int, at now: Instant) {
        guard var round = rounds[number] else { return }
        if !round.pollsAll {
            round.next += 1
            if round.next >= round.elements.count {
                round.next = 0
                round.isFirst = false
                if !round.hasProblemNow { round.problem = nil }
                round.hasProblemNow = false
            }
        }
        round.lastPoll = now
        rounds[number] = round
        poll(number, at: now + round.pace)
    }

    mutating func poll(_ number: Int, at moment: Instant) {
        guard let round = rounds[number] else { return }
        let next = max(moment, round.lastPoll.map { $0 + round.leastPause } ?? moment)
        rounds[number]?.nextPoll = next
        timers.add(.poll(server: number), at: next)
    }

    /// Where an order needs the place of a question, the question is given up.
    private mutating func cedePlaces(on number: Int, to server: ServerState) {
        let isWanted = server.inFlight > server.profile.connections || !server.ready.isEmpty
        guard isWanted, server.inFlight >= server.profile.connections, server.reading > 0 else { return }
        let own = questions.filter { $0.value.server == number && !$0.value.isProbe }
        // Those that confirm orders last, the oldest first.
        func rank(_ entry: (key: Dispatch.ID, value: Question)) -> (Int, UInt64) {
            (entry.value.isUrgent ? 1 : 0, entry.key.number)
        }
        guard let question = own.min(by: { rank($0) < rank($1) }), own.keys.allSatisfy({ !cancelled.contains($0) })
        else { return }
        cancelled.insert(question.key)
        steps.append(.cancel(question.key, via: question.value.driver))
    }
}
