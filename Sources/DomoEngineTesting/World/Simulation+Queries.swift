import DomoEngine
import DomoLanguage
import DomoModel

// Answers of servers to queries.

extension Simulation {
    func ask(_ query: Query, via port: any LinkPort) {
        coverage.hot.queries += 1
        if isConverging { queriesInConvergence += 1 }
        guard let server = (port as? SimulatedLink)?.number else { return }
        let targets = query.targets.map { elementNumbers[$0.path] ?? 0 }
        let subject = query.isForAll ? "all" : query.check.map { "\($0)" } ?? query.targets[0].path
        trace { "  query \(query.id.number) to server \(server): \(subject)" }
        serversAreNotOverrun(server, limit: servers[server].connections)
        rateLimitsAreKept(server)
        linksThatAreDownAreLeftAlone(server)
        pollsKeepTheirPace(server, targets)
        serversJustPolled.append(server)
        servers[server].inFlight += 1
        let timeout = query.timeout.nanoseconds
        let id = query.id.number
        transmissions[id] = Transmission(
            server: server,
            elements: targets,
            began: time,
            order: nil,
            action: nil,
            timeout: timeout
        )
        func scheduleAnswer(_ report: Answer, after span: Int64) {
            schedule(.readings(id, report, isLast: true, run: runNumber), after: span)
            guard chance(scenario.duplicates) else { return }
            schedule(.readings(id, report, isLast: true, run: runNumber), after: span + dice.milliseconds(0...500))
        }
        if let check = query.check { return scheduleAnswer(checked(server, check), after: dice.milliseconds(1...50)) }
        if servers[server].isDown {
            return scheduleAnswer(
                .failed(reason: "no answer"),
                after: servers[server].isSilent ? timeout : dice.milliseconds(1...50)
            )
        }
        if chance(scenario.lost) { return scheduleAnswer(.failed(reason: "no answer"), after: timeout) }
        if chance(scenario.refused) {
            let span: Duration? = dice.chance(600) ? .milliseconds(dice.number(scenario.retryAfter)) : nil
            return scheduleAnswer(.refused(reason: "429", retryAfter: span), after: dice.milliseconds(1...200))
        }
        if chance(scenario.malformed) {
            coverage.note("malformed answers")
            return scheduleAnswer(.unusable(reason: "no JSON"), after: dice.milliseconds(1...200))
        }
        let latency = chance(scenario.isSlow) ? dice.milliseconds(200...3000) : dice.milliseconds(3...150)
        guard latency <= timeout else { return scheduleAnswer(.failed(reason: "no answer"), after: timeout) }
        if dice.chance(500) {
            // The state at the time of the query; it may have changed when the answer arrives.
            scheduleAnswer(.states(states(of: targets)), after: latency)
        } else {
            schedule(.answer(id, run: runNumber), after: latency)
        }
    }

    /// What a check finds: the kernel accepts connections for a server that hangs.
    private func checked(_ server: Int, _ check: Query.Check) -> Answer {
        coverage.note("checks for a \(check)")
        guard servers[server].isDown else { return .states([]) }
        return servers[server].isSilent && check == .connection ? .states([]) : .failed(reason: "no answer")
    }

    private func states(of targets: [Int]) -> [Answer.State] {
        var observations: [Answer.State] = []
        for (place, number) in targets.enumerated() {
            guard let server = server(of: number) else { continue }
            for type in elements[number].types where servers[server].link.reports.contains(type) {
                var value: Value? = elements[number].word(type, at: time)
                if servers[server].kind == .pushing {
                    // It answers with the real state.
                } else if chance(scenario.unknownWords) {
                    if dice.chance(300) { continue }
                    value = nil
                    coverage.note("unknown words")
                } else if chance(scenario.wrongReports) {
                    value = action(for: number)
                    coverage.note("wrong reports")
                }
                observations.append(Answer.State(target: place, type: type, value: value))
            }
        }
        if chance(scenario.malformed) {
            observations.append(Answer.State(target: targets.count + 3, type: .binary, value: .on))
        }
        return observations
    }

    func answer(_ id: UInt64) {
        guard let query = transmissions[id] else { return }
        let states = states(of: query.elements)
        guard states.count > 1, chance(200) else { return deliver(.states(states), to: id, isLast: true) }
        deliver(.states(Array(states.prefix(states.count / 2))), to: id, isLast: false)
        let rest = Array(states.suffix(states.count - states.count / 2))
        schedule(.readings(id, .states(rest), isLast: true, run: runNumber), after: dice.milliseconds(0...100))
    }
}
