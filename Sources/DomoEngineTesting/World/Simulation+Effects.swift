import DomoEngine
import DomoLanguage
import DomoModel

// Carries out the engine's effects.

extension Simulation {
    func handle(_ effect: Effect) {
        switch effect {
        case .start(let id, let port): startLink(id, port)
        case .stop(let id, _): stopLink(id)
        // Its houses have no virtual elements, `ButtonSimulation` has the pulses and `NoticeSimulation` the notices.
        case .expose, .messages, .use, .keep, .keepPulses, .keepNotices, .deliver, .attach, .push: break
        case .send(let dispatch, let port): send(dispatch, via: port)
        case .read(let query, let port): ask(query, via: port)
        case .cancel(let id, let port): cancel(id.number, via: port)
        case .reply(let id, let reply):
            trace { "  reply \(id.number): \(Self.brief(reply))" }
            handle(reply, to: id)
        case .replyStored(let id, let reply):
            trace { "  reply \(id.number), once it is stored: \(Self.brief(reply))" }
            handle(reply, to: id)
            answersAreStoredFirst(id, reply)
            disk.store(.reply(id, reply))
            commitSoon()
        case .command(let id, _, _): handle(.link(LinkAnswer()), to: id)
        case .discover(let id, _): handle(.interfaces(InterfaceList()), to: id)
        case .file(let id, _): handle(.positions(PlanPositions(positions: [])), to: id)
        case .token(let id, _): handle(.tokens(TokenList([])), to: id)
        case .hook(let id, _): handle(.hooks(HookList([])), to: id)
        case .knocked: break
        case .work(let id, let answer): handle(answer.reply(), to: id)
        case .persist(let record): store(record)
        case .recall(let id, _, let reply): handle(reply, to: id)
        case .publish(let event): show(event)
        case .refused(let refusal): violate(refusal.request, invariant: "rootMayDoEverything")
        case .wake(let instant):
            if instant < self.instant { violate("at \(instant.uptime)", invariant: "wakesAreRequestedInAdvance") }
            wakeAt = instant.uptime
        case .load(let id):
            loadBases[id.number] = (engine.loadBase, instant)
            schedule(.loaded(id, run: runNumber), after: dice.milliseconds(0...300))
        }
    }

    private func handle(_ reply: Reply, to id: RequestID) {
        if let request = requests[id.number], request.meaning != nil {
            namesMeanOneElement(request, reply)
            ordersWithoutServerAreRefused(request, reply)
        }
        requestsAreAnsweredOnceAndInTime(id)
        switch reply {
        case .element(let view): check(view)
        case .listing(let listing):
            for place in listing.places { for view in place.elements { check(view) } }
        case .fault(let fault): coverage.note(fault.code)
        case .order(let receipt): coverage.note("answered " + receipt.outcome.rawValue)
        case .scene: coverage.note("scenes done")
        default: break
        }
    }

    private func check(_ view: ElementView) {
        guard let number = elementNumbers[view.path] else { return }
        for reading in view.readings { readingsAreTrue(reading, of: number) }
    }

    private func show(_ event: Event) {
        switch event.kind {
        case .reading:
            guard let path = event.path, let number = elementNumbers[path], let reading = event.reading else { return }
            trace { "  event: \(path) \(Self.brief(reading))" }
            publishedReadings[number * FacetType.tableSize + Int(reading.type.rawValue)] = reading.reading
            readingsAreTrue(reading, of: number)
        case .server:
            trace { "  event: \(event.server ?? "") \(event.message ?? "")" }
            guard let isReachable = event.reachable,
                let number = servers.firstIndex(where: { $0.link.label == event.server })
            else { return }
            servers[number].isUnreachable = !isReachable
            if !isReachable { makeAllStale(of: number) }
        case .scene: follow(event)
        case .input: inputEvents += 1
        default: break
        }
    }

    /// Reports from before the server became unreachable are stale until they are repeated.
    private func makeAllStale(of server: Int) {
        coverage.note("servers unreachable")
        for number in elements.indices where self.server(of: number) == server {
            for type in elements[number].types where determines(type, of: number) {
                elements[number].expected[Int(type.rawValue)].makeStale()
            }
            for order in elements[number].awaiting { orders[order]?.forgetAnswer(at: time) }
        }
    }

    // MARK: - Memory

    private func commitSoon() {
        guard !isCommitting else { return }
        isCommitting = true
        schedule(.commit(run: runNumber), after: dice.milliseconds(2...40))
    }

    func commit() {
        isCommitting = false
        let (replies, isStored) = disk.commit()
        if isStored { timeRun?.isStored = true } else if timeRun?.isStored == false { timeRun = nil }
        coverage.note(isStored ? "commits" : "commits that failed")
        guard isStored else { return }
        for (id, reply) in replies { whatWasAnsweredIsOnTheDisk(id, reply) }
    }

    private func store(_ record: Record) {
        disk.store(.record(record))
        commitSoon()
        guard case .order(let record, let firstAttempt) = record, let number = elementNumbers[record.element] else {
            return
        }
        trace { "  store order \(record.id): \(record.element) \(record.action) \(record.stage.rawValue)" }
        if orders[record.id] == nil { begin(record, number) }
        stagesOnlyGoForward(record)
        attemptsArePersistedAsTheyBeginAndEnd(record, firstAttempt)
        let before = orders[record.id]?.stage
        orders[record.id]?.stage = record.stage
        orders[record.id]?.followedBy = record.followedBy
        switch record.stage {
        case .requested: servers[orders[record.id]?.server ?? 0].neverSent.insert(record.id)
        case .sent: orderJustSent = record.id
        case .accepted where before == .accepted: end(record, number, from: before)
        case .accepted: accepted(record.id, number)
        default: end(record, number, from: before)
        }
    }

    private func begin(_ record: OrderRecord, _ number: Int) {
        orderNumbersAreNeverUsedTwice(record.id)
        let pending = record.by.kind == .user ? UInt64(record.by.name.dropFirst()).flatMap { requests[$0] } : nil
        ordersNeedAServer(record, number, pending)
        guard let server = server(of: number) else { return }
        let deadline = pending?.deadline ?? time + servers[server].deadline
        lastDeadline = max(lastDeadline, deadline)
        orders[record.id] = TrackedOrder(
            element: number,
            server: server,
            deadline: deadline,
            wish: pending?.wish,
            setsLevel: record.type == FacetType.regulable.word,
            isStop: record.type == FacetType.bidirectional.word && record.action == "stop",
            isFromRequest: record.origin == .socket
        )
        elements[number].unfinished.append(record.id)
        agenda.add(.orderDue(record.id, run: runNumber), at: deadline + Self.grace + 1_000_000)
    }

    private func accepted(_ id: UInt64, _ number: Int) {
        elements[number].unfinished.removeAll { $0 == id }
        // After a stop, the position of the element is read.
        if orders[id]?.isStop == true { elements[number].extraReads += 1 }
        guard orders[id]?.isConfirmable == true else { return coverage.note("stage accepted, the last") }
        let within = server(of: number).flatMap { servers[$0].plan }?.confirmWithin.nanoseconds ?? 0
        schedule(.confirmationDue(id, run: runNumber), after: within + 1_000_000)
        elements[number].awaiting.append(id)
        elements[number].extraReads += 1
    }

    private func end(_ record: OrderRecord, _ number: Int, from before: OrderStage?) {
        coverage.note("stage \(record.stage.rawValue)")
        if record.stage == .superseded {
            coverage.note("never sent")
            ordersJustSuperseded.append(record.id)
            // If the stop fails, the effect of the older order is uncertain as well.
            if let newer = record.followedBy, orders[newer]?.isStop == true, orders[record.id]?.mayHaveActed == true {
                orders[newer]?.mayHaveActed = true
            }
        }
        if record.stage == .accepted {
            coverage.note("overtaken")
            orders[record.id]?.isConfirmable = false
        }
        ordersAreConfirmedByTheHouseAlone(record)
        releasePushes(of: record, number)
        servers[orders[record.id]?.server ?? 0].neverSent.remove(record.id)
        elements[number].unfinished.removeAll { $0 == record.id }
        elements[number].awaiting.removeAll { $0 == record.id }
        // A read for it may still be due.
        if before == .accepted { elements[number].extraReads = max(elements[number].extraReads, 1) }
        guard record.stage == .failed || record.stage == .expired else { return }
        if let dispatch = elements[number].inFlight, transmissions[dispatch]?.order == record.id {
            elements[number].inFlight = nil
            orders[record.id]?.mayHaveActed = true
        }
        guard orders[record.id]?.mayHaveActed == true, let action = orders[record.id]?.action else { return }
        coverage.note("ended with an unknown result")
        elements[number].lastTouched = time
        elements[number].extraReads += 1
        // A report of its link at this moment may be from before or after.
        for type in elements[number].types
        where type.isLinked(to: action.type) && elements[number].lastPushed[Int(type.rawValue)] != time {
            elements[number].expected[Int(type.rawValue)].makeStale()
        }
    }

    // MARK: - Words

    static func brief(_ reply: Reply) -> String {
        switch reply {
        case .order(let receipt): "order \(receipt.id) \(receipt.outcome.rawValue) \(receipt.action)"
        case .fault(let fault): "\(fault.code.rawValue): \(fault.message)"
        case .scene(let report): "scene, \(report.failed) of \(report.steps.count) failed"
        case .element(let view): "\(view.path) \(view.readings.map(brief).joined(separator: ", "))"
        case .listing: "listing"
        default: "done"
        }
    }

    static func brief(_ view: ReadingView) -> String {
        let reading = view.reading
        let value = reading.value.map(\.word) ?? "?"
        return "\(view.type.word)=\(value) \(reading.certainty.rawValue)\(reading.isStale ? " stale" : "")"
    }
}
