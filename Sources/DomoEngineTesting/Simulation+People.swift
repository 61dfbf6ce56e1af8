import DomoEngine
import DomoLanguage
import DomoModel

// What people and the house do by themselves.

extension Simulation {
    /// Notes all that is to come from outside.
    func plan() {
        func spread(_ count: ClosedRange<Int>, _ happening: (Int) -> Happening) {
            for number in 0..<dice.number(count) {
                note(happening(number), after: Int64(dice.below(1_000_000)) * (scenario.busy / 1_000_000))
            }
        }
        spread(scenario.outages) { _ in .serverLeaves(dice.below(3)) }
        spread(scenario.kills) { _ in .kill }
        spread(scenario.stops) { _ in .stop }
        spread(scenario.reloads) { _ in .reload }
        spread(scenario.diskFailures) { _ in .diskFails }
        spread(scenario.wallClockSteps) { _ in .wallClockSteps }
        spread(scenario.earlyWakes) { _ in .earlyWake }
        note(.user, after: 0)
        note(.wallSwitch, after: dice.milliseconds(scenario.wallSwitchPause))
        note(.heal, after: scenario.busy)
        note(.calm, after: scenario.busy + scenario.pause)
    }

    func happen(_ happening: Happening) {
        switch happening {
        case .outcome(let id, let outcome, let life): if isAlive(life) { report(outcome, of: id) }
        case .readings(let id, let report, let isLast, let life):
            if isAlive(life) { tell(report, to: id, isLast: isLast) }
        case .answer(let id, let life): if isAlive(life) { answer(id) }
        case .commit(let life): if life == self.life { commit() }
        case .loaded(let id, let life): if isAlive(life) { load(for: id) }
        case .earlyWake: wakeEarly()
        case .user: actAsUser()
        case .wallSwitch: touchWallSwitch()
        case .serverLeaves(let number): if !isHealed { leave(number) }
        case .serverReturns(let number): servers[number].isAway = false
        case .diskFails:
            guard !isHealed else { return }
            trace { "the disk fails" }
            disk.isFailing = true
            note(.diskWorks, after: dice.milliseconds(200...10_000))
        case .diskWorks:
            trace { "the disk works" }
            disk.isFailing = false
        case .wallClockSteps:
            let step = Int64(dice.number(-4_000_000...4_000_000))
            wallClock += step
            trace { "the clock is set by \(step) ms" }
            // The times of hours that come again come again.
            if step < -3_600_000 { timeRun = nil }
            coverage.note("wall clock steps")
        case .reload: if isUp, !isHealed { ask(.reload, .other) }
        case .kill: if isUp { kill() }
        case .stop: if isUp, !isStopping { stop() }
        case .giveUp(let life): if isAlive(life) { giveUp() }
        case .start: start()
        case .replyDue(let id): requestsAreAnsweredInTime(id.number)
        case .orderDue(let id, let life): if isAlive(life) { ordersEndInTime(id) }
        case .confirmationDue(let id, let life): if isAlive(life) { confirmationsEndInTime(id) }
        case .heal: heal()
        case .calm: beAtPeace()
        case .judge: judge()
        }
    }

    private func isAlive(_ life: Int) -> Bool { isUp && life == self.life }

    private func wakeEarly() {
        guard isUp else { return }
        wakeAt = nil
        trace { "an early wake" }
        feed(.wake)
    }

    private func leave(_ number: Int) {
        guard !servers[number].isAway else { return }
        servers[number].isAway = true
        servers[number].isSilent = dice.chance(500)
        trace { "server \(number) is away" }
        coverage.note("servers away")
        note(.serverReturns(number), after: dice.milliseconds(scenario.outageLength))
    }

    private func touchWallSwitch() {
        guard !isHealed else { return }
        let number = dice.below(elements.count)
        let action = action(for: number)
        trace { "somebody moves \(elements[number].path) to \(action.word)" }
        coverage.note("wall switches")
        elements[number].actuator.take(action, at: time, ramp: dice.milliseconds(0...1500))
        if dice.chance(100) { elements[number].isDeaf.toggle() }
        note(.wallSwitch, after: dice.milliseconds(scenario.wallSwitchPause))
    }

    func action(for number: Int) -> Value {
        let types = elements[number].types
        switch types[dice.below(types.count)] {
        case .binary: return dice.chance(500) ? .on : .off
        case .regulable: return .level(Percent(clamping: dice.below(6) * 20))
        case .bidirectional: return dice.chance(500) ? .up : .down
        case .value: return .text(String(dice.below(5)))
        }
    }

    private func actAsUser() {
        guard !isHealed else { return }
        // Now and then many in a moment, as when a slider is dragged.
        note(.user, after: dice.chance(250) ? 0 : dice.milliseconds(scenario.userPause))
        guard isUp else { return }
        switch dice.below(100) {
        case 0..<70: giveOrder()
        case 70..<80: ask(.show(element: elements[dice.below(elements.count)].path), .other)
        case 80..<84: ask(.list(path: nil, recursive: true), .other)
        case 84..<90: ask(.scene(name: dice.chance(500) ? "Night" : "Day", explain: false), .scene)
        case 90: ask(.sceneStop(name: dice.chance(500) ? "Night" : "Follow"), .other)
        case 91: ask(.run(name: "Extra", lines: ["set E4 on", "wait 200ms", "dim E3 +10"], explain: false), .scene)
        case 92: ask([.status, .scenes, .calendar(CalendarQuestion()), .record(.stop)][dice.below(4)], .other)
        case 93..<95: ask(.orders(element: nil, last: 5), .other)
        case 95..<97: ask(.watch(path: nil), .other)
        case 97..<99: ask(.order(Order(element: "E1", wish: .toggle, explain: true)), .other)
        default: ask(.scene(name: "Nowhere", explain: false), .other)
        }
    }

    private func giveOrder() {
        let number = dice.below(elements.count)
        let element = elements[number]
        var wish: Order.Wish
        switch dice.below(20) {
        case 0..<3 where element.types.contains(.regulable): wish = .level(.by(dice.chance(500) ? 10 : -10))
        case 3..<6 where element.types.contains(.binary): wish = .toggle
        case 6: wish = .value(element.types.contains(.bidirectional) ? "stop" : "nonsense", as: nil)
        case 7 where element.types.contains(.value): wish = .value(SimulatedDriver.impossibleText, as: .value)
        default: wish = .value(action(for: number).word, as: nil)
        }
        if case .value(_, as: nil) = wish, element.types.count == 3, dice.chance(300) {
            wish = .value(String(dice.below(5)), as: .value)
        }
        let wait: Awaited = dice.chance(300) ? .confirmed : dice.chance(300) ? .none : .accepted
        let deadline: Duration? = dice.chance(500) ? .milliseconds(dice.number(scenario.deadlines)) : nil
        let name = dice.chance(20) ? "Nobody" : element.path
        var asked = Asked(kind: .order, wait: wait, due: time)
        asked.deadline = time + (deadline?.nanoseconds ?? servers[serverOfHouse[element.house]].deadline)
        asked.due = dueReply(to: asked)
        ask(.order(Order(element: name, wish: wish, deadline: deadline, wait: wait)), .order, asked)
    }

    private func dueReply(to asked: Asked) -> Int64 {
        guard asked.wait != .none, let deadline = asked.deadline else { return time }
        let confirmWithin = servers.compactMap { $0.plan?.confirmWithin.nanoseconds }.max() ?? 0
        return deadline + Self.grace + (asked.wait == .confirmed ? confirmWithin : 0)
    }

    /// How long after a deadline the engine may wait for a driver to say itself that no answer came.
    static let grace: Int64 = 100_000_000

    func ask(_ request: Request, _ kind: Asked.Kind, _ prepared: Asked? = nil) {
        lastRequest += 1
        var asked = prepared ?? Asked(kind: kind, due: time)
        if kind == .scene {
            // Its steps one after the other, each to be accepted or confirmed.
            let each = Int64(scenario.serverDeadline) * 1_000_000 + Self.grace
            asked.due = time + 300_000_000 + 3 * each + Int64(scenario.confirmWithin.upperBound) * 1_000_000
        }
        if case .reload = request {
            asked.kind = .reload
            asked.due = .max
        }
        requests[lastRequest] = asked
        let id = RequestID(lastRequest)
        trace { "request \(id.number): \(request.line)" }
        feed(.request(request, id: id, principal: .user(0, name: "u\(id.number)")))
        guard requests[id.number] != nil, asked.due < .max else { return }
        agenda.note(.replyDue(id), at: max(asked.due, time) + (asked.due > time ? 1_000_000 : 0))
    }
}
