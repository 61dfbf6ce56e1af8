import DomoEngine
import DomoLanguage
import DomoModel

// What servers make of what they are sent and asked.

extension Simulation {
    func send(_ dispatch: Dispatch, via driver: any Driver) {
        coverage.hot.sent += 1
        guard let driver = driver as? SimulatedDriver, let id = justSent, let order = orders[id] else {
            return violate("dispatch \(dispatch.id.number) of no stored order", invariant: "whatIsSentWasStoredBefore")
        }
        justSent = nil
        let number = order.element
        let server = driver.number
        trace { "  send \(dispatch.id.number), order \(id): \(elements[number].path) \(dispatch.action.word)" }
        ordersAreSentInTimeAndOnce(id, dispatch, to: server)
        serversAreNotOverrun(server, mostOpen: servers[server].maxInFlight)
        quietIsKept(server)
        servers[server].open += 1
        servers[server].neverSent.remove(id)
        orders[id]?.action = dispatch.action
        elements[number].inFlight = dispatch.id.number
        elements[number].lastDispatch = dispatch.id.number
        elements[number].touched = time
        open[dispatch.id.number] = Open(
            server: server,
            elements: [number],
            began: time,
            order: id,
            action: dispatch.action,
            timeout: dispatch.timeout.nanoseconds
        )
        decide(dispatch, for: number, at: server)
    }

    private func decide(_ dispatch: Dispatch, for number: Int, at server: Int) {
        let timeout = dispatch.timeout.nanoseconds
        let id = dispatch.id.number
        func come(_ outcome: Outcome, after span: Int64) {
            note(.outcome(id, outcome, life: life), after: span)
            guard chance(scenario.duplicates) else { return }
            note(.outcome(id, outcome, life: life), after: span + dice.milliseconds(0...500))
        }
        func act() {
            guard !elements[number].isDeaf else { return coverage.note("deaf devices") }
            let delay = dice.milliseconds(elements[number].obeysAfter)
            elements[number].actuator.take(dispatch.action, at: time + delay, ramp: dice.milliseconds(0...1500))
        }
        if dispatch.action == .text(SimulatedDriver.impossibleText) {
            return come(.impossible(SignalFault(message: "no signal for it")), after: 0)
        }
        if servers[server].isAway {
            guard servers[server].isSilent else {
                return come(.notSent(reason: "connection refused"), after: dice.milliseconds(1...50))
            }
            return come(.lost(reason: "no answer"), after: timeout + dice.milliseconds(0...60))
        }
        if chance(scenario.lost) {
            coverage.note("lost answers")
            act()
            return come(.lost(reason: "connection reset"), after: min(timeout, dice.milliseconds(5...1500)))
        }
        if chance(scenario.late) {
            act()
            return come(.accepted, after: timeout + dice.milliseconds(90...1500))
        }
        if chance(scenario.refused) {
            let quiet: Duration? = dice.chance(600) ? .milliseconds(dice.number(scenario.retryAfter)) : nil
            let outcome = Outcome.refused(reason: "503", isPassing: true, retryAfter: quiet)
            return come(outcome, after: dice.milliseconds(1...200))
        }
        if chance(scenario.refusedForGood) {
            return come(.refused(reason: "404", isPassing: false), after: dice.milliseconds(1...200))
        }
        if chance(scenario.lies) { coverage.note("accepted and not done") } else { act() }
        let latency = chance(scenario.isSlow) ? dice.milliseconds(200...4000) : dice.milliseconds(3...150)
        if latency <= timeout {
            come(.accepted, after: latency)
        } else {
            come(.lost(reason: "no answer in time"), after: timeout + dice.milliseconds(0...60))
        }
    }

    /// True as often while faults happen.
    func chance(_ perMille: Int) -> Bool { !isHealed && dice.chance(perMille) }

    func ask(_ query: Query, via driver: any Driver) {
        coverage.hot.asked += 1
        if isPeace { questionsInPeace += 1 }
        guard let server = (driver as? SimulatedDriver)?.number else { return }
        let asked = query.targets.map { elementNumbers[$0.path] ?? 0 }
        trace { "  ask \(query.id.number) of server \(server)\(query.isForAll ? "" : ": \(query.targets[0].path)")" }
        serversAreNotOverrun(server, mostOpen: servers[server].connections)
        quietIsKept(server)
        pollsKeepTheirPace(server, asked)
        justPolled.append(server)
        servers[server].open += 1
        let timeout = query.timeout.nanoseconds
        let id = query.id.number
        open[id] = Open(server: server, elements: asked, began: time, order: nil, action: nil, timeout: timeout)
        func come(_ report: Reading.Report, after span: Int64) {
            note(.readings(id, report, isLast: true, life: life), after: span)
            guard chance(scenario.duplicates) else { return }
            note(.readings(id, report, isLast: true, life: life), after: span + dice.milliseconds(0...500))
        }
        if servers[server].isAway {
            return come(
                .failed(reason: "no answer"),
                after: servers[server].isSilent ? timeout : dice.milliseconds(1...50)
            )
        }
        if chance(scenario.lost) { return come(.failed(reason: "no answer"), after: timeout) }
        if chance(scenario.refused) {
            let quiet: Duration? = dice.chance(600) ? .milliseconds(dice.number(scenario.retryAfter)) : nil
            return come(.refused(reason: "429", retryAfter: quiet), after: dice.milliseconds(1...200))
        }
        if chance(scenario.nonsense) {
            coverage.note("answers without sense")
            return come(.unusable(reason: "no JSON"), after: dice.milliseconds(1...200))
        }
        let latency = chance(scenario.isSlow) ? dice.milliseconds(200...3000) : dice.milliseconds(3...150)
        guard latency <= timeout else { return come(.failed(reason: "no answer"), after: timeout) }
        if dice.chance(500) {
            // What it was when the question came; it may be another when the answer arrives.
            come(.states(states(of: asked)), after: latency)
        } else {
            note(.answer(id, life: life), after: latency)
        }
    }

    private func states(of asked: [Int]) -> [Reading.Observation] {
        var observations: [Reading.Observation] = []
        for (place, number) in asked.enumerated() {
            let house = servers[serverOfHouse[elements[number].house]]
            for type in elements[number].types where house.driver.tells.contains(type) {
                var value: Value? = elements[number].word(type, at: time)
                if chance(scenario.unknownWords) {
                    if dice.chance(300) { continue }
                    value = nil
                    coverage.note("unknown words")
                } else if chance(scenario.lies) {
                    value = action(for: number)
                    coverage.note("lies told")
                }
                observations.append(Reading.Observation(target: place, type: type, value: value))
            }
        }
        if chance(scenario.nonsense) {
            observations.append(Reading.Observation(target: asked.count + 3, type: .binary, value: .on))
        }
        return observations
    }

    func answer(_ id: UInt64) {
        guard let question = open[id] else { return }
        let told = states(of: question.elements)
        guard told.count > 1, chance(200) else { return tell(.states(told), to: id, isLast: true) }
        tell(.states(Array(told.prefix(told.count / 2))), to: id, isLast: false)
        let rest = Array(told.suffix(told.count - told.count / 2))
        note(.readings(id, .states(rest), isLast: true, life: life), after: dice.milliseconds(0...100))
    }

    func cancel(_ id: UInt64, via driver: any Driver) {
        trace { "  cancel \(id)" }
        guard let entry = open[id], !entry.isCancelled || isStopping else {
            return violate("\(id)", invariant: "onlyWhatIsUnderWayIsCancelledAndOnce")
        }
        open[id]?.isCancelled = true
        coverage.note(entry.order == nil ? "questions cancelled" : "dispatches cancelled")
        // Or the answer is on its way already, and comes.
        guard dice.chance(700) else { return coverage.note("answers faster than their cancellation") }
        if entry.order == nil {
            note(.readings(id, .cancelled, isLast: true, life: life), after: 0)
        } else {
            note(.outcome(id, .lost(reason: "cancelled"), life: life), after: 0)
        }
    }

    // MARK: - Reports

    func report(_ outcome: Outcome, of id: UInt64) {
        trace { "report \(id): \(outcome)" }
        guard let entry = open.removeValue(forKey: id) else {
            coverage.note("duplicate reports")
            return feed(.outcome(Dispatch.ID(id), outcome))
        }
        if entry.isCounted { servers[entry.server].open -= 1 }
        if let number = entry.elements.first, let order = entry.order, let action = entry.action {
            noteOutcome(outcome, of: order, action, entry, id, number)
        }
        if case .refused(_, _, let quiet?) = outcome { keepQuiet(entry, for: quiet) }
        feed(.outcome(Dispatch.ID(id), outcome))
        if let number = entry.elements.first, dice.chance(120), isUp {
            ask(.show(element: elements[number].path), .other)
        }
    }

    private func keepQuiet(_ entry: Open, for quiet: Duration) {
        guard entry.isCounted else { return }
        coverage.note("quiet asked for")
        servers[entry.server].quietUntil = max(servers[entry.server].quietUntil, time + quiet.nanoseconds)
    }

    private func noteOutcome(
        _ outcome: Outcome,
        of id: UInt64,
        _ action: Value,
        _ entry: Open,
        _ dispatch: UInt64,
        _ number: Int
    ) {
        let isGone = entry.gone.contains(number)
        let isWaited = !isGone && elements[number].inFlight == dispatch
        if isWaited { elements[number].inFlight = nil }
        if outcome.isLost { orders[id]?.mayHaveActed = true }
        guard outcome == .accepted, !isGone else { return }
        if isWaited {
            orders[id]?.acceptedAt = time
            orders[id]?.isConfirmable = action != .stop && tells(action.type, of: number)
            accept(action, number)
        } else if elements[number].lastDispatch == dispatch {
            coverage.note("accepted late")
            accept(action, number)
            elements[number].looks += 1
        } else {
            coverage.note("accepted too late")
        }
    }

    private func accept(_ action: Value, _ number: Int) {
        elements[number].touched = time
        for type in elements[number].types where type.isLinked(to: action.type) {
            elements[number].beliefs[Int(type.rawValue)] = Belief(told: nil, heard: time)
        }
    }

    func tell(_ report: Reading.Report, to id: UInt64, isLast: Bool) {
        trace { "answer \(id)\(isLast ? "" : " (in part)"): \(report)" }
        guard let question = open[id] else {
            coverage.note("duplicate answers")
            return feed(.readings(Dispatch.ID(id), report, isLast: isLast))
        }
        if isLast {
            open[id] = nil
            if question.isCounted { servers[question.server].open -= 1 }
            if case .refused(_, let quiet?) = report { keepQuiet(question, for: quiet) }
        } else {
            coverage.note("answers in parts")
        }
        if case .states(let observations) = report {
            // Those that an order waits for first: what else is told of the element may hang on them.
            for isAwaited in [true, false] {
                for observation in observations where question.elements.indices.contains(observation.target) {
                    noteAnswer(observation, to: question, isAwaited: isAwaited)
                }
            }
        }
        feed(.readings(Dispatch.ID(id), report, isLast: isLast))
        if let number = question.elements.first, dice.chance(60) {
            ask(.show(element: elements[number].path), .other)
        }
    }

    private func noteAnswer(_ observation: Reading.Observation, to question: Open, isAwaited: Bool) {
        let number = question.elements[observation.target]
        let type = observation.type
        guard elements[number].isPresent, !question.gone.contains(number), tells(type, of: number),
            observation.value.map({ $0.type == type }) ?? true,
            serverOfHouse[elements[number].house] == question.server
        else { return coverage.note("answers of no use") }
        guard question.began > elements[number].touched, elements[number].inFlight == nil else {
            return coverage.note("answers out of date")
        }
        let waiting = elements[number].awaiting.filter { waits($0, for: type) }
        let meant = waiting.first { orders[$0]?.action?.type == type }
        guard isAwaited == (meant != nil) else { return }
        if let meant {
            orders[meant]?.answer = .some(observation.value)
        } else if !waiting.isEmpty {
            return
        }
        believe(observation.value, type, number, isWaitedFor: meant != nil)
        // What the server does not tell itself follows from what it tells.
        if case .level(let level)? = observation.value, elements[number].types.contains(.binary) {
            if !tells(.binary, of: number) { believe(level > .zero ? .on : .off, .binary, number, isWaitedFor: false) }
        }
        if observation.value == .off, elements[number].types.contains(.regulable), !tells(.regulable, of: number) {
            believe(.level(.zero), .regulable, number, isWaitedFor: false)
        }
    }

    /// True until the house has said that it obeyed.
    private func waits(_ id: UInt64, for type: FacetType) -> Bool {
        guard let order = orders[id], let action = order.action, action.type.isLinked(to: type) else { return false }
        return order.answer.flatMap { $0 }.map { !Self.agree(action, $0) } ?? true
    }

    private func believe(_ value: Value?, _ type: FacetType, _ number: Int, isWaitedFor: Bool) {
        if value == nil {
            if !isWaitedFor { elements[number].beliefs[Int(type.rawValue)].doubt() }
        } else {
            elements[number].beliefs[Int(type.rawValue)] = Belief(told: value, heard: time)
        }
    }
}

extension Outcome {
    var isLost: Bool { if case .lost = self { true } else { false } }
}
