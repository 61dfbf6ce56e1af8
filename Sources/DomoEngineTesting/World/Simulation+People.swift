import DomoEngine
import DomoLanguage
import DomoModel

// Actions of people and of the outside world.

extension Simulation {
    /// Schedules all external events.
    func plan() {
        func spread(_ count: ClosedRange<Int>, _ event: (Int) -> WorldEvent) {
            for number in 0..<dice.number(count) {
                schedule(event(number), after: Int64(dice.below(1_000_000)) * (scenario.activeTime / 1_000_000))
            }
        }
        spread(scenario.outages) { _ in .serverFails(dice.below(3)) }
        spread(scenario.kills) { _ in .kill }
        spread(scenario.stops) { _ in .stop }
        spread(scenario.reloads) { _ in .reload }
        spread(scenario.diskFailures) { _ in .diskFails }
        spread(scenario.wallClockSteps) { _ in .wallClockSteps }
        spread(scenario.earlyWakes) { _ in .earlyWake }
        schedule(.user, after: 0)
        schedule(.wallSwitch, after: dice.milliseconds(scenario.wallSwitchPause))
        schedule(.faultsEnd, after: scenario.activeTime)
        schedule(.convergenceBegins, after: scenario.activeTime + scenario.settleTime)
    }

    func handle(_ event: WorldEvent) {
        switch event {
        case .outcome(let id, let outcome, let run): if isCurrent(run) { report(outcome, of: id) }
        case .readings(let id, let report, let isLast, let run):
            if isCurrent(run) { deliver(report, to: id, isLast: isLast) }
        case .answer(let id, let run): if isCurrent(run) { answer(id) }
        case .commit(let run): if run == runNumber { commit() }
        case .loaded(let id, let run): if isCurrent(run) { load(for: id) }
        case .earlyWake: wakeEarly()
        case .user: actAsUser()
        case .wallSwitch: touchWallSwitch()
        case .serverFails(let number): if !isFaultFree { takeServerDown(number) }
        case .serverRecovers(let number): servers[number].isDown = false
        case .linkComesUp(let number, let id, let run): if isCurrent(run) { reportUp(number, id) }
        case .push(let element): push(element)
        case .diskFails:
            guard !isFaultFree else { return }
            trace { "the disk fails" }
            disk.isFailing = true
            schedule(.diskWorks, after: dice.milliseconds(200...10_000))
        case .diskWorks:
            trace { "the disk works" }
            disk.isFailing = false
        case .wallClockSteps:
            let step = Int64(dice.number(-4_000_000...4_000_000))
            wallClock += step
            trace { "the clock is set by \(step) ms" }
            if step < 0 { wasClockSetBack = true }
            // An hour that is repeated starts its scenes again.
            if step < -3_600_000 { timeRun = nil }
            coverage.note("wall clock steps")
        case .reload: if isUp, !isFaultFree { ask(.reload, .other) }
        case .kill: if isUp { kill() }
        case .stop: if isUp, !isStopping { stop() }
        case .giveUp(let run): if isCurrent(run) { giveUp() }
        case .start: start()
        case .replyDue(let id): requestsAreAnsweredInTime(id.number)
        case .orderDue(let id, let run): if isCurrent(run) { ordersEndInTime(id) }
        case .confirmationDue(let id, let run): if isCurrent(run) { confirmationsEndInTime(id) }
        case .faultsEnd: endFaults()
        case .convergenceBegins: startConvergence()
        case .end: checkTheEnd()
        }
    }

    private func isCurrent(_ run: Int) -> Bool { isUp && run == runNumber }

    private func wakeEarly() {
        guard isUp else { return }
        wakeAt = nil
        trace { "an early wake" }
        feed(.wake)
    }

    private func takeServerDown(_ number: Int) {
        guard !servers[number].isDown else { return }
        servers[number].isDown = true
        servers[number].isSilent = dice.chance(500)
        trace { "server \(number) is down" }
        coverage.note("server outages")
        if servers[number].kind == .pushing { loseLink(number) }
        schedule(.serverRecovers(number), after: dice.milliseconds(scenario.outageLength))
    }

    private func touchWallSwitch() {
        guard !isFaultFree else { return }
        let number = dice.below(elements.count)
        let action = action(for: number)
        trace { "somebody moves \(elements[number].path) to \(action.word)" }
        coverage.note("wall switches")
        let ramp = dice.milliseconds(0...1500)
        elements[number].actuator.command(action, at: time, ramp: ramp)
        if scenario.hasPushingLink {
            if dice.chance(100) { pushEvent(for: number) }
            pushCommand(action, for: number)
            pushSoon(number, after: 0, ramp: ramp)
        }
        if dice.chance(100) { elements[number].isUnresponsive.toggle() }
        schedule(.wallSwitch, after: dice.milliseconds(scenario.wallSwitchPause))
    }

    /// Far enough apart that no two agree.
    private static let numbers: [Decimal] = [0, 1.5, 2.46, 3.04, 21]

    private static let colours: [Colour] = [
        .rgb(red: 255, green: 0, blue: 0), .rgb(red: 0, green: 255, blue: 128), .white(kelvin: 2700),
        .white(kelvin: 6500),
    ]

    func action(for number: Int) -> Value {
        let types = elements[number].types
        switch types[dice.below(types.count)] {
        case .binary: return dice.chance(500) ? .on : .off
        case .regulable: return .level(Percent(clamping: dice.below(6) * 20))
        case .bidirectional: return dice.chance(500) ? .up : .down
        case .value: return .number(Self.numbers[dice.below(5)])
        case .colour: return .colour(Self.colours[dice.below(Self.colours.count)])
        }
    }

    private func actAsUser() {
        guard !isFaultFree else { return }
        // Sometimes many orders at once, like a dragged slider.
        schedule(.user, after: dice.chance(250) ? 0 : dice.milliseconds(scenario.userPause))
        guard isUp else { return }
        if scenario.hasRandomShapes { return actInShapes() }
        switch dice.below(100) {
        case 0..<70: placeOrder()
        case 70..<80: ask(.show(element: elements[dice.below(elements.count)].path), .other)
        case 80..<84: ask(.list(path: nil, recursive: true), .other)
        case 84..<90: ask(.scene(name: dice.chance(500) ? "Night" : "Day", explain: false), .scene)
        case 90: ask(.sceneStop(name: dice.chance(500) ? "Night" : "Follow"), .other)
        case 91: ask(.run(name: "Extra", lines: ["set E4 on", "wait 200ms", "dim E3 +10"], explain: false), .scene)
        case 92: ask([.status, .scenes, .calendar(CalendarQuestion()), .record(.stop)][dice.below(4)], .other)
        case 93..<95: ask(.orders(path: nil, last: 5), .other)
        case 95..<97: ask(.watch(Watched(orders: true)), .other)
        case 97..<99: ask(.order(Order(element: "E1", wish: .toggle, explain: true)), .other)
        default: ask(.scene(name: "Nowhere", explain: false), .other)
        }
    }

    private func placeOrder() {
        let number = dice.below(elements.count)
        let element = elements[number]
        var wish: Order.Wish
        switch dice.below(20) {
        case 0..<3 where element.types.contains(.regulable): wish = .level(.by(dice.chance(500) ? 10 : -10))
        case 3..<6 where element.types.contains(.binary): wish = .toggle
        case 6: wish = .value(element.types.contains(.bidirectional) ? "stop" : "nonsense", as: nil)
        case 7 where element.types.contains(.value): wish = .value(SimulatedLink.impossibleText, as: .value)
        default: wish = .value(action(for: number).word, as: nil)
        }
        if case .value(_, as: nil) = wish, element.types.count == 3, dice.chance(300) {
            wish = .value(Self.numbers[dice.below(5)].description, as: .value)
        }
        let wait: Awaited = dice.chance(300) ? .confirmed : dice.chance(300) ? .none : .accepted
        let deadline: Duration? = dice.chance(500) ? .milliseconds(dice.number(scenario.deadlines)) : nil
        let name = dice.chance(20) ? "Nobody" : element.path
        var pending = PendingRequest(kind: .order, wait: wait, due: time)
        pending.deadline = time + (deadline?.nanoseconds ?? (server(of: number).map { servers[$0].deadline } ?? 0))
        pending.due = dueReply(to: pending)
        ask(.order(Order(element: name, wish: wish, deadline: deadline, wait: wait)), .order, pending)
    }

    func dueReply(to pending: PendingRequest) -> Int64 {
        guard pending.wait != .none, let deadline = pending.deadline else { return time }
        let confirmWithin = servers.compactMap { $0.plan?.confirmWithin.nanoseconds }.max() ?? 0
        return deadline + Self.grace + (pending.wait == .confirmed ? confirmWithin : 0)
    }

    /// How long after a deadline the engine may wait for the link to report a missing answer.
    static let grace: Int64 = 100_000_000

    func ask(_ request: Request, _ kind: PendingRequest.Kind, _ prepared: PendingRequest? = nil) {
        lastRequest += 1
        var pending = prepared ?? PendingRequest(kind: kind, due: time)
        if kind == .scene {
            // Sequential steps, each accepted or confirmed.
            let each = Int64(scenario.serverDeadline) * 1_000_000 + Self.grace
            pending.due =
                time + 300_000_000 + Int64(scenario.maxSceneSteps) * each + Int64(scenario.confirmWithin.upperBound)
                * 1_000_000
        }
        if case .reload = request {
            pending.kind = .reload
            pending.due = .max
        }
        requests[lastRequest] = pending
        let id = RequestID(lastRequest)
        trace { "request \(id.number): \(request.line)" }
        feed(.request(request, id: id, principal: .user(0, name: "u\(id.number)")))
        guard requests[id.number] != nil, pending.due < .max else { return }
        agenda.add(.replyDue(id), at: max(pending.due, time) + (pending.due > time ? 1_000_000 : 0))
    }
}
