import DomoModel

// What answers, and their absence, tell of the servers themselves.

extension Delivery {
    /// What an outcome tells of the server.
    mutating func note(_ outcome: Outcome, of flight: Flight, from number: Int, at now: Instant) {
        servers[number].inFlight -= 1
        if flight.isProbe { servers[number].breaker.hasTried() }
        switch outcome {
        case .accepted: answered(number, at: now)
        case .refused(_, _, let retryAfter):
            answered(number, at: now)
            keepQuiet(number, for: retryAfter, at: now)
        case .notSent(let reason), .lost(let reason): failed(number, reason: reason, at: now)
        case .impossible: break
        }
        addProbe(number, at: now)
    }

    /// A query is about to go out.
    /// - Returns: true where it alone tries a server that is out of reach.
    mutating func willRead(from number: Int) -> Bool {
        servers[number].inFlight += 1
        servers[number].reading += 1
        servers[number].breaker.willTry()
        return servers[number].breaker.outage != nil
    }

    /// What a query's end tells of the server.
    mutating func didRead(_ report: Reading.Report, from number: Int, isProbe: Bool, at now: Instant) {
        servers[number].inFlight -= 1
        servers[number].reading -= 1
        if isProbe { servers[number].breaker.hasTried() }
        switch report {
        case .states, .unusable: answered(number, at: now)
        case .refused(_, let retryAfter):
            answered(number, at: now)
            keepQuiet(number, for: retryAfter, at: now)
        case .failed(let reason):
            failed(number, reason: reason, at: now)
            giveUpIfLost(number, at: now)
        case .cancelled: break
        }
        addProbe(number, at: now)
    }

    /// A part of an answer has come.
    mutating func didHear(from number: Int, at now: Instant) { answered(number, at: now) }

    private mutating func addProbe(_ number: Int, at now: Instant) {
        guard let outage = servers[number].breaker.outage else { return }
        timers.add(.probe(server: number), at: max(outage.nextTry, now))
    }

    private mutating func answered(_ number: Int, at now: Instant) {
        servers[number].lastContact = now.wall
        let wasKnown = servers[number].isReachable == true
        servers[number].isReachable = true
        if servers[number].breaker.succeeded() || !wasKnown { steps.append(.inReach(server: number)) }
    }

    private mutating func failed(_ number: Int, reason: String, at now: Instant) {
        if servers[number].breaker.failed(reason: reason, at: now, using: &random) {
            servers[number].isReachable = false
            steps.append(.outOfReach(server: number, reason: reason))
        }
    }

    /// A server that says when it may be asked again is left alone until then.
    private mutating func keepQuiet(_ number: Int, for duration: Duration?, at now: Instant) {
        guard let duration, duration > .zero else { return }
        let end = now + min(duration, Self.longestQuiet)
        servers[number].quietUntil = max(servers[number].quietUntil ?? end, end)
        timers.add(.probe(server: number), at: end)
    }
}

extension Outcome {
    /// For people, as an attempt's result.
    var text: String {
        switch self {
        case .accepted: "accepted"
        case .refused(let reason, _, _): "refused: \(reason)"
        case .notSent(let reason): "not sent: \(reason)"
        case .lost(let reason): "no answer: \(reason)"
        case .impossible: "no signal"
        }
    }

    var tellsOfServer: Bool {
        if case .impossible = self { false } else { true }
    }
}
