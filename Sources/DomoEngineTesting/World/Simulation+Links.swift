import DomoEngine
import DomoLanguage
import DomoModel

// A link without polling: it goes up and down, and reports changes of its elements.

extension Simulation {
    /// The port of a link was started: it comes up after a moment.
    func startLink(_ id: LinkID, _ port: any LinkPort) {
        guard let number = (port as? SimulatedLink)?.number, servers[number].kind == .pushing else { return }
        servers[number].id = id
        comeUp(number, after: dice.milliseconds(5...400))
    }

    func stopLink(_ id: LinkID) {
        guard let number = servers.firstIndex(where: { $0.id == id }) else { return }
        servers[number].id = nil
        servers[number].isUp = false
    }

    private func comeUp(_ number: Int, after span: Int64) {
        guard let id = servers[number].id else { return }
        schedule(.linkComesUp(number, id, run: runNumber), after: span)
    }

    func reportUp(_ number: Int, _ id: LinkID) {
        guard servers[number].id == id, !servers[number].isUp else { return }
        // It keeps trying.
        guard !servers[number].isDown else { return comeUp(number, after: dice.milliseconds(50...400)) }
        trace { "link \(number) is up" }
        coverage.note("links up")
        servers[number].isUp = true
        for element in elements.indices where server(of: element) == number {
            elements[element].extraReads += 1
            // Changes that it did not report meanwhile are read now.
            elements[element].extraReadsUntil = .max
        }
        feed(.link(id, endpoint: nil, .up))
    }

    /// It lost its bus: what it has in flight is reported as lost.
    func loseLink(_ number: Int) {
        guard let id = servers[number].id, servers[number].isUp else { return }
        trace { "link \(number) is down" }
        coverage.note("links down")
        servers[number].isUp = false
        feed(.link(id, endpoint: nil, .down(reason: "no heartbeat")))
        comeUp(number, after: dice.milliseconds(50...400))
    }

    /// Nothing is sent over a link that is down.
    func linksThatAreDownAreLeftAlone(_ server: Int) {
        if servers[server].kind == .pushing, !servers[server].isUp { violate("link \(server) is down") }
    }

    // MARK: - Unsolicited reports

    /// Something moved an element: the link reports it at once and when it has stopped.
    func pushSoon(_ element: Int, after delay: Int64, ramp: Int64) {
        // A load may move the element to the link in the meantime.
        guard scenario.hasPushingLink else { return }
        schedule(.push(element), after: delay + 1_000_000)
        schedule(.push(element), after: delay + ramp + dice.milliseconds(2...80))
    }

    func push(_ element: Int) {
        guard isUp, elements[element].isPresent, let number = server(of: element), servers[number].isUp,
            let id = servers[number].id
        else { return }
        var observations: [Observation] = []
        // A load may have changed what it reports.
        for type in elements[element].types
        where servers[number].link.reports.contains(type) && reports(type, of: element) {
            let value = elements[element].word(type, at: time)
            observations.append(Observation(FacetName(path: elements[element].path, type: type), value))
        }
        trace { "link \(number) reports \(observations.map { "\($0.facet.path) \($0.value?.word ?? "?")" })" }
        coverage.note("pushed states")
        servers[number].isUnreachable = false
        for isAwaited in [true, false] {
            for observation in observations {
                notePush(observation.value, observation.facet.type, element, isAwaited: isAwaited)
            }
        }
        feed(.observed(id, observations))
    }

    /// Somebody commands an element over the bus: whether it obeys shows later.
    func pushCommand(_ value: Value, for element: Int) {
        guard isUp, !isStopping, elements[element].isPresent, let number = server(of: element), servers[number].isUp,
            let id = servers[number].id, dice.chance(500)
        else { return }
        trace { "link \(number) saw the command \(elements[element].path) \(value.word)" }
        coverage.note("commands seen")
        // The link is alive again.
        servers[number].isUnreachable = false
        noteCommandOfOthers(value, element)
        let facet = FacetName(path: elements[element].path, type: value.type)
        feed(.observed(id, [Observation(facet, value, kind: .commandSeen)]))
    }

    /// A push button: two presses are two events.
    func pushEvent(for element: Int) {
        guard isUp, elements[element].isPresent, let number = server(of: element), servers[number].isUp,
            let id = servers[number].id
        else { return }
        coverage.note("events of buttons")
        let facet = FacetName(path: elements[element].path, type: elements[element].types[0])
        inputEvents = 0
        feed(.observed(id, [Observation(facet, nil, kind: .event)]))
        if inputEvents != 1 { violate("\(inputEvents) events", invariant: "eachPushOfAButtonIsOneEvent") }
    }
}
