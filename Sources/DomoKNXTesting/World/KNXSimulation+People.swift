import DomoEngine
import DomoEngineTesting
import DomoKNX
import DomoKNXBus
import DomoKNXHouse
import DomoKNXSim
import DomoLanguage
import DomoModel

// The schedule of a run, and the actions of people and faults.

extension KNXSimulation {
    func plan() {
        func spread(_ count: Int, _ event: () -> KNXWorldEvent) {
            for _ in 0..<count { agenda.add(event(), at: began + someTime) }
        }
        spread(scenario.faults) { .fault(fault()) }
        spread(scenario.damages) { .fault(damage()) }
        spread(scenario.kills) { .kill }
        spread(scenario.stops) { .stop }
        spread(scenario.reloads) { .reload }
        spread(scenario.brokenStreams) { .streamBreaks }
        spread(scenario.outages) { .networkGoes(Int64(dice.number(100...8000)) * 1_000_000) }
        if scenario.isLoaded { planLoad() }
        schedule(.user, after: 0)
        schedule(.press, after: 0)
        schedule(.faultsEnd, after: scenario.activeTime)
        schedule(.peopleRest, after: scenario.activeTime + 6 * KNXScenario.second)
    }

    private var someTime: Int64 { Int64(dice.below(1_000_000)) * (scenario.activeTime / 1_000_000) }

    private func fault() -> KNXFault {
        // On the network nothing can notice that a router loses its bus.
        let routed: [KNXFault.Kind] = [.silent, .twice, .stuck, .invalid, .busy, .lost]
        let tunnelled: [KNXFault.Kind] = [
            .silent, .twice, .stuck, .invalid, .lostAck, .lostRequest, .badAck, .gap, .duplicate, .negative,
            .noConfirmation, .slow, .deaf, .full, .busLost, .noBus, .halfDead, .disconnect, .restart,
        ]
        let kinds = scenario.transport == .routing ? routed : tunnelled
        return KNXFault(
            kinds[dice.below(kinds.count)],
            count: dice.chance(300) ? dice.number(1...3) : nil,
            for: .milliseconds(dice.number(100...5000)),
            delay: .milliseconds(dice.number(50...4000)),
            perMille: dice.chance(500) ? 1000 : dice.number(50...600)
        )
    }

    private func damage() -> KNXFault {
        KNXFault(
            scenario.transport == .routing && dice.chance(500) ? .unrouted : .undecodable,
            count: dice.chance(300) ? dice.number(1...3) : nil,
            for: .milliseconds(dice.number(100...5000)),
            perMille: dice.chance(300) ? 1000 : dice.number(50...600)
        )
    }

    func handle(_ event: KNXWorldEvent) {
        switch event {
        case .toEngine(let input, let run):
            guard run == daemon?.number else { return }
            noteReport(input)
            for input in sabotaged(input) { feedEngine(input) }
        case .toLink(let input, let run):
            guard run == daemon?.number else { return }
            notePassed(input)
            feedLink(input)
        case .socketOpens(let run, let number): if run == daemon?.number { socketOpens(number) }
        case .datagramToInterface(let octets, let sender): feedInterface(.datagram(octets, from: sender))
        case .multicastToInterface(let octets, let sender): feedInterface(.multicast(octets, from: sender))
        case .datagramToClient(let octets, let address): deliverDatagram(octets, to: address)
        case .multicastToClient(let octets): if daemon?.socket != nil { deliver(octets) }
        case .streamToInterface(let stream, let octets): feedInterface(.stream(stream, octets))
        case .streamClosesAtInterface(let stream): feedInterface(.streamClosed(stream))
        case .streamToClient(let stream, let octets): deliverFromStream(stream, octets)
        case .streamClosesAtClient(let stream, let reason): closeStreamOfClient(stream, reason)
        case .streamBreaks: breakStream()
        case .networkGoes(let span): loseNetwork(for: span)
        case .user: actAsUser()
        case .press: pressSomething()
        case .cover(let number, let level): moveCover(number, to: level)
        case .fault(let fault): begin(fault)
        case .reload: if daemon?.isStopping == false, !isFaultFree { submit(.reload, due: .max) }
        case .loaded(let id, let run): if run == daemon?.number { load(for: id) }
        case .kill: kill()
        case .stop: stopDaemon()
        case .giveUp(let run): if run == daemon?.number { giveUp() }
        case .start: startDaemon()
        case .replyDue(let id, let run): if run == daemon?.number { requestsAreAnsweredInTime(id) }
        case .faultsEnd: endFaults()
        case .peopleRest: letPeopleRest()
        case .checkRest: checkRest()
        }
    }

    // MARK: - Faults

    private func begin(_ fault: KNXFault) {
        guard !isFaultFree else { return }
        let length = fault.duration ?? .zero
        trace { "fault: \(fault.kind.rawValue) \(fault.perMille) ‰, \(length)" }
        coverage.note("fault \(fault.kind.rawValue)")
        switch fault.kind {
        case .undecodable, .unrouted: break
        default: noteFault(until: time + length.nanoseconds + 10 * KNXScenario.second)
        }
        guard let actions = interface.add(fault, at: busTime) else { return }
        carryOut(actions)
    }

    func noteFault(until moment: Int64) {
        faultyUntil = max(faultyUntil, moment)
        awaitedOrder = nil
    }

    private func endFaults() {
        trace { "all faults end" }
        isFaultFree = true
        carryOut(interface.clearFaults(at: busTime))
        // What a silent interface did not pass on, nobody can know; new connections read everything.
        if coverage["fault half-dead"] + coverage["fault no-bus"] > 0 {
            carryOut(interface.add(KNXFault(.disconnect), at: busTime) ?? [])
        }
        // Load the whole house again.
        if daemon?.isStopping == false { submit(.reload, due: .max) }
    }

    // MARK: - People

    private func pressSomething() {
        guard !isResting else { return }
        let presses = people.next(after: busTime) + lockPress()
        guard let last = presses.map(\.time).max() else { return }
        for press in presses { trace { "scheduled press: \(press.telegram)" } }
        coverage.note("presses")
        carryOut(interface.press(presses, at: busTime))
        agenda.add(.press, at: began + last.nanoseconds)
    }

    /// Now and then the wind locks a cover, or releases it.
    private func lockPress() -> [WallPress] {
        let locks = house.bindings.facets.compactMap(\.motion?.locked)
        guard !locks.isEmpty, dice.chance(200) else { return [] }
        let group = locks[dice.below(locks.count)]
        return [WallPress(at: busTime + .milliseconds(dice.number(0...500)), group, .bits(dice.chance(600) ? 1 : 0))]
    }

    private func actAsUser() {
        guard !isResting else { return }
        schedule(.user, after: dice.chance(200) ? 0 : dice.milliseconds(scenario.userPause))
        guard daemon?.isStopping == false, let elements = daemon?.house.elements else { return }
        if scenario.isLoaded { return placeOrder(for: elements[dice.below(elements.count - Self.loadedCovers)]) }
        switch dice.below(100) {
        case 0..<86: placeOrder(for: elements[dice.below(elements.count)])
        case 86..<89: submit(.scene(name: "Noche", explain: false), due: .max)
        case 89..<92: submit(.show(element: elements[dice.below(elements.count)].name), due: time)
        case 92..<94: submit(.list(path: nil, recursive: true), due: time)
        case 94..<96: requestFromBus()
        case 96: submit(.sceneStop(name: "Sigue"), due: time)
        case 97: submit(.status, due: time)
        default: submit(.order(Order(element: "S0", wish: .toggle, explain: true)), due: time)
        }
    }

    private func requestFromBus() {
        let reported = house.reported.keys.sorted { $0.raw < $1.raw }
        let command: LinkCommand =
            switch dice.below(4) {
            case 0..<2 where !reported.isEmpty:
                .read(address: reported[dice.below(reported.count)].description, type: nil)
            case 3: .learn(.show)
            default: .diagnose
            }
        submit(.knx(command, link: nil), due: time + LinkCommand.patience.nanoseconds)
    }

    private func placeOrder(for element: Element) {
        let wish = wish(for: element)
        let wait: Awaited = dice.chance(300) ? .confirmed : dice.chance(150) ? .none : .accepted
        let deadline: Duration? = dice.chance(400) ? .milliseconds(dice.number(300...6000)) : nil
        let order = Order(element: element.name, wish: wish, deadline: deadline, wait: wait)
        submit(.order(order), due: dueReply(to: order), wait: wait)
    }

    private func wish(for element: Element) -> Order.Wish {
        let isDimmer = element.types.contains(.regulable) && element.types.contains(.binary)
        if isDimmer, dice.chance(150) { return .level(.by(dice.chance(500) ? 10 : -10)) }
        if element.types.contains(.binary), dice.chance(150) { return .toggle }
        let level = FacetName(path: KNXHouse.path(element), type: .regulable)
        if house.facets[level]?.relative != nil, dice.chance(300) {
            return .level(.dimming(Dimming.allCases[dice.below(3)]))
        }
        switch element.types[dice.below(element.types.count)] {
        case .binary: return .value(dice.chance(500) ? "on" : "off", as: nil)
        case .regulable: return .level(.to(Percent(clamping: dice.chance(500) ? dice.below(101) : dice.below(6) * 20)))
        case .bidirectional: return .value(["up", "down", "stop", "stop"][dice.below(4)], as: nil)
        case .colour: return .value(["red", "#00ff80", "daylight", "blue"][dice.below(4)], as: nil)
        case .value:
            let name = FacetName(path: KNXHouse.path(element), type: .value)
            switch house.facets[name]?.type.main {
            case 20: return .value(["confort", "noche", "auto"][dice.below(3)], as: .value)
            case 5: return .value(String(dice.below(256)), as: .value)
            case 6: return .value("\(16 + dice.below(10)).\(dice.below(4) == 0 ? 3 : 5 * dice.below(2))", as: .value)
            default: return .value("\(dice.below(40)).\(dice.below(100))", as: .value)
            }
        }
    }

    func submit(_ request: Request, due: Int64, wait: Awaited? = nil) {
        lastRequest += 1
        let id = lastRequest
        trace { "request \(id): \(request.line)" }
        requests[id] = TrackedRequest(wait: wait, due: due)
        if case .order(let order) = request, !order.explain { awaitOrder(of: id) }
        feedEngine(.request(request, id: RequestID(id), principal: .user(0, name: "u\(id)")))
        guard requests[id] != nil, due < .max else { return }
        agenda.add(.replyDue(id, run: lastRun), at: due + 1_000_000)
    }
}
