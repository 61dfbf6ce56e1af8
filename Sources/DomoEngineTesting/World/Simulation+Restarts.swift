import DomoEngine
import DomoLanguage
import DomoModel

// Starts, stops, kills and loads of the daemon; the end of all faults.

extension Simulation {
    func start() {
        guard !isUp else { return }
        isUp = true
        isStopping = false
        runNumber += 1
        trace { "start" }
        if runNumber > 1 {
            makeEngine()
            coverage.note("restarts")
        }
        lastOrder = disk.lastOrder
        let known = Set(disk.memory.readings.map(\.element))
        for number in elements.indices where known.contains(elements[number].path) { elements[number].accepted = nil }
        feedLoad(nextCatalog(isVaried: false), ids: [])
        trace { "remembered: \(disk.readings.count) readings, orders up to \(disk.lastOrder)" }
        scenesToReportLost = disk.runningScenes
        let passed = timeThatPassed()
        feed(.remembered(disk.memory))
        scenesOfThePreviousRunAreLost()
        if let passed { timesThatPassedRunOnce(passed) }
        ask(.list(path: nil, recursive: true), .other)
    }

    func load(for id: RequestID) {
        guard isFaultFree || !dice.chance(150) else {
            trace { "load fails" }
            return feed(.loadFailed(Fault(.badModel, "not well-formed"), ids: [id]))
        }
        coverage.note("loads")
        feedLoad(nextCatalog(isVaried: !isFaultFree), ids: [id])
    }

    private func nextCatalog(isVaried: Bool) -> Catalog {
        scenario.hasRandomShapes ? shapedCatalog(isVaried: isVaried) : catalog(isVaried: isVaried)
    }

    private func feedLoad(_ catalog: Catalog, ids: [RequestID]) {
        trace { "load: \(catalog.index.houses.map(\.name)), \(catalog.links.map(\.label)) \(catalog.linkOfHouse)" }
        for number in elements.indices { elements[number].extraReads += 1 }
        for number in servers.indices {
            servers[number].neverSent = []
            // The reason for the load may have lifted the limit.
            servers[number].rateLimitedUntil = .min
        }
        for (id, order) in orders where !order.isOver {
            guard let server = server(of: order.element) else { continue }
            orders[id]?.server = server
            if order.stage == .requested { servers[server].neverSent.insert(id) }
        }
        maximumAges = elements.indices.map { maximumAge(of: $0) }
        // Like the daemon: prepared from the time of the request, regardless of loads since.
        let bases = ids.compactMap { loadBases.removeValue(forKey: $0.number) }
        if let (base, asked) = bases.first, ids[0].number % 2 == 0 {
            feed(.prepared(PreparedLoad(catalog, after: base, at: asked), ids: ids))
        } else {
            feed(.load(catalog, ids: ids))
        }
    }

    func stop() {
        coverage.note("stops")
        isStopping = true
        let isSudden = dice.chance(250)
        if !isSudden {
            trace { "stop" }
            feed(.stop)
            previousRunEnded = instant.wall
        }
        schedule(.giveUp(run: runNumber), after: isSudden ? 0 : dice.milliseconds(scenario.stopDelay))
    }

    func giveUp() {
        isStopping = true
        trace { "give up" }
        feed(.giveUp)
        requestsAreAnsweredBeforeTheEnd()
        engineHoldsNoOrdersAfterTheEnd()
        // Replies are written before the process exits.
        commit()
        endRun()
        schedule(.start, after: dice.milliseconds(50...2000))
    }

    func kill() {
        trace { "kill" }
        coverage.note("kills")
        disk.lose()
        if timeRun?.isStored == false { timeRun = nil }
        endRun()
        schedule(.start, after: dice.milliseconds(50...2000))
    }

    private func endRun() {
        isUp = false
        previousRunEnded = min(previousRunEnded, instant.wall)
        isCommitting = false
        wakeAt = nil
        requests = [:]
        orders = [:]
        orderNumbers = []
        transmissions = [:]
        sceneStates = [:]
        publishedReadings = [:]
        orderJustSent = nil
        for number in elements.indices { elements[number].forget() }
        for number in servers.indices { servers[number].forget() }
    }

    // MARK: - After the faults

    /// Servers answer, the disk writes, devices obey, and nobody acts any more.
    func endFaults() {
        trace { "all faults end" }
        isFaultFree = true
        disk.isFailing = false
        for number in servers.indices { servers[number].isDown = false }
        for number in elements.indices { elements[number].isUnresponsive = false }
        // Load the complete houses again.
        if isUp { ask(.reload, .other) } else { start() }
    }

    func startConvergence() {
        if !isUp { start() }
        trace { "no more faults from here on" }
        isConverging = true
        schedule(.end, after: restTime)
    }

    /// How long polling needs to read everything.
    private var restTime: Int64 { 3 * (servers.compactMap { $0.plan?.interval.nanoseconds }.max() ?? 0) }

    func checkTheEnd() {
        // A scene may have been started by its time at the last moment; wait until its effects are read.
        if !hasCycle, !wasEndPutOff, sceneStates.values.contains(where: \.isRunning) {
            wasEndPutOff = true
            return schedule(.end, after: restTime)
        }
        isOver = true
        guard violations.isEmpty else { return }
        readingsConverge()
        engineComesToRest()
        if !hasCycle { engineHoldsNothingAtTheEnd() }
        scenesComeToTheirEnd()
    }
}
