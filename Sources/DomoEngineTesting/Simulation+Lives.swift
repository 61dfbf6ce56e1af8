import DomoEngine
import DomoLanguage
import DomoModel

// Starts, stops and kills; loads; the end of all faults.

extension Simulation {
    func start() {
        guard !isUp else { return }
        isUp = true
        isStopping = false
        life += 1
        trace { "start" }
        if life > 1 {
            renewEngine()
            coverage.note("restarts")
        }
        lastOrder = disk.lastOrder
        feedLoad(catalog(isVaried: false), ids: [])
        trace { "remembered: \(disk.readings.count) readings, orders up to \(disk.lastOrder)" }
        lostScenes = disk.runningScenes
        let passed = timeThatPassed()
        feed(.remembered(disk.memory))
        scenesOfTheLastLifeAreLost()
        if let passed { timesThatPassedRunOnce(passed) }
        ask(.list(path: nil, recursive: true), .other)
    }

    func load(for id: RequestID) {
        guard isHealed || !dice.chance(150) else {
            trace { "load fails" }
            return feed(.loadFailed(Fault(.badModel, "not well-formed"), ids: [id]))
        }
        coverage.note("loads")
        feedLoad(catalog(isVaried: !isHealed), ids: [id])
    }

    private func feedLoad(_ catalog: Catalog, ids: [RequestID]) {
        trace { "load: \(catalog.index.houses.map(\.name)), \(catalog.servers.map(\.label)) \(catalog.serverOfHouse)" }
        for number in elements.indices { elements[number].looks += 1 }
        for number in servers.indices { servers[number].neverSent = [] }
        for (id, order) in orders where !order.isOver {
            let server = serverOfHouse[elements[order.element].house]
            orders[id]?.server = server
            if order.stage == .requested { servers[server].neverSent.insert(id) }
        }
        maximumAges = elements.indices.map { maximumAge(of: $0) }
        feed(.load(catalog, ids: ids))
    }

    func stop() {
        coverage.note("stops")
        isStopping = true
        let isSudden = dice.chance(250)
        if !isSudden {
            trace { "stop" }
            feed(.stop)
            lastLifeEnded = instant.wall
        }
        note(.giveUp(life: life), after: isSudden ? 0 : dice.milliseconds(0...2500))
    }

    func giveUp() {
        isStopping = true
        trace { "give up" }
        feed(.giveUp)
        requestsAreAnsweredBeforeTheEnd()
        // What was answered is written before the process ends.
        commit()
        endLife()
        note(.start, after: dice.milliseconds(50...2000))
    }

    func kill() {
        trace { "kill" }
        coverage.note("kills")
        disk.lose()
        if timeRun?.isStored == false { timeRun = nil }
        endLife()
        note(.start, after: dice.milliseconds(50...2000))
    }

    private func endLife() {
        isUp = false
        lastLifeEnded = min(lastLifeEnded, instant.wall)
        isCommitting = false
        wakeAt = nil
        requests = [:]
        orders = [:]
        orderNumbers = []
        open = [:]
        sceneLives = [:]
        toldReadings = [:]
        justSent = nil
        for number in elements.indices { elements[number].forget() }
        for number in servers.indices { servers[number].forget() }
    }

    // MARK: - Peace

    /// Servers answer, the disk writes, devices obey, nobody touches anything any more.
    func heal() {
        trace { "all faults end" }
        isHealed = true
        disk.isFailing = false
        for number in servers.indices { servers[number].isAway = false }
        for number in elements.indices { elements[number].isDeaf = false }
        // The houses as they are.
        if isUp { ask(.reload, .other) } else { start() }
    }

    func beAtPeace() {
        if !isUp { start() }
        trace { "peace" }
        isPeace = true
        let longest = servers.compactMap { $0.plan?.interval.nanoseconds }.max() ?? 0
        note(.judge, after: 3 * longest)
    }

    func judge() {
        isOver = true
        guard violations.isEmpty else { return }
        beliefConverges()
        engineComesToRest()
        scenesComeToTheirEnd()
    }
}
