import DomoEngine
import DomoEngineTesting
import DomoKNX
import DomoKNXBus
import DomoLanguage
import DomoModel

// Carries out the effects of the engine.

extension KNXSimulation {
    func handle(effect: Effect) {
        switch effect {
        case .start(let id, _):
            daemon?.link = id
            pass(.start)
        case .stop: pass(.stop)
        case .use(let profile, _):
            if let profile = profile as? KNXLinkProfile { pass(.use(profile)) }
        case .send(let dispatch, _): send(dispatch)
        case .read(let query, _): read(query)
        case .cancel(let id, _):
            trace { "  cancel \(id.number)" }
            pass(.cancel(id))
        case .expose(let subject, let value, _): pass(.expose(subject, value))
        case .command(let id, let command, _):
            commands[id.number] = id
            pass(.perform(command, id: id.number))
        case .reply(let id, let reply), .replyStored(let id, let reply), .recall(let id, _, let reply):
            handle(reply: reply, to: id)
        case .work(let id, let answer): handle(reply: answer.reply(), to: id)
        case .persist(let record): store(record)
        // Its house has no virtual elements.
        case .keep, .keepPulses, .keepNotices, .deliver, .attach, .push: break
        case .publish(let event): show(event)
        case .messages(_, let messages): for _ in messages { coverage.note("telegrams shown") }
        case .refused(let refusal): violate(refusal.request, invariant: "rootMayDoEverything")
        case .wake(let instant): daemon?.engineWake = instant.uptime + dice.microseconds(scenario.lateness)
        // The simulation never requests interfaces, tokens or files.
        case .discover, .file, .token, .hook, .knocked: break
        case .load(let id): schedule(.loaded(id, run: lastRun), after: dice.milliseconds(0...300))
        }
    }

    private func handle(reply: Reply, to id: RequestID) {
        trace { "  reply \(id.number): \(Self.brief(reply))" }
        requestsAreAnsweredOnceAndInTime(id)
        if awaitedOrder?.cause == .user("u\(id.number)"), awaitedOrder?.dispatch == nil { awaitedOrder = nil }
        switch reply {
        case .order(let receipt): coverage.note("answered \(receipt.outcome.rawValue)")
        case .fault(let fault): coverage.note(fault.code)
        default: break
        }
    }

    private static func brief(_ reply: Reply) -> String {
        switch reply {
        case .order(let receipt): "order \(receipt.id) \(receipt.outcome.rawValue)"
        case .fault(let fault): "\(fault.code): \(fault.message)"
        default: "done"
        }
    }

    private func store(_ record: Record) {
        switch record {
        case .reading(let element, let type, let reading):
            memory[FacetName(path: element, type: type)] = reading
        case .order(let record, _):
            trace { "  order \(record.id): \(record.element) \(record.action) \(record.stage.rawValue)" }
            follow(record)
        case .scene, .alive, .log, .event: break
        }
    }

    private func show(_ event: Event) {
        switch event.kind {
        case .reading:
            guard let path = event.path, let view = event.reading else { return }
            trace { "  event: \(path) \(Self.brief(view))" }
            beliefsHaveTheirTelegram(FacetName(path: path, type: view.type), view.reading)
            slatsAreUnknownWhileTheirCoverMoves(path, view.reading)
            if event.cover != nil { coverIsShownAsReported(path) }
        case .server:
            trace { "  event: \(event.message ?? "")" }
            coverage.note(event.reachable == true ? "link up" : "link down")
        case .scene:
            trace { "  event: \(event.scene ?? "") \(event.progress?.rawValue ?? "") \(event.message ?? "")" }
            coverage.note("scenes: \(event.outcome?.rawValue ?? event.progress?.rawValue ?? "")")
        default: trace { "  event: \(event.kind.rawValue) \(event.message ?? "")" }
        }
    }

    static func brief(_ view: ReadingView) -> String {
        let reading = view.reading
        let words = [
            view.type.word, reading.value?.word ?? "?", reading.certainty.rawValue, reading.isStale ? "stale" : nil,
            view.isMoving == true ? "moving" : nil,
        ]
        return words.compactMap(\.self).joined(separator: " ")
    }

    // MARK: - Dispatches and queries

    private func send(_ dispatch: Dispatch) {
        coverage.note("sent")
        trace { "  send \(dispatch.id.number): \(dispatch.target.path) \(dispatch.value.word)" }
        if dispatch.isUrgent {
            onlyMovementsByTimeAreUrgent(dispatch)
            awaitedOrder = nil
            paceOfOrders.chargeOthers(1, at: time)
            paceOfLine.chargeOthers(1, at: time)
            track(dispatch, of: Self.planned(dispatch.id))
        } else if let order = orderJustSent {
            orderJustSent = nil
            ordersAreNotSentPastTheBudget(dispatch)
            track(dispatch, of: order)
            noteSent(dispatch, of: order)
        } else {
            return violate("dispatch \(dispatch.id.number) of no order", invariant: "whatIsSentWasStoredBefore")
        }
        motorsHaveOneQueue(dispatch)
        pass(.send(dispatch))
    }

    private func track(_ dispatch: Dispatch, of order: UInt64) {
        dispatches[dispatch.id.number] = TrackedDispatch(
            order: order,
            path: dispatch.target.path,
            value: dispatch.value,
            sentAt: time,
            deadline: time + dispatch.timeout.nanoseconds,
            isUrgent: dispatch.isUrgent
        )
        noteSideEffects(of: order, dispatch)
        if house.motion(dispatch.target.path) != nil {
            coverOrders[dispatch.id.number] = (dispatch.target.path, dispatch.value)
        }
    }

    private func read(_ query: Query) {
        coverage.note("queries")
        trace { "  read \(query.id.number): \(query.targets.map(\.path).joined(separator: ", "))" }
        queries[query.id.number] = time + query.timeout.nanoseconds
        readsAreNotSentPastTheBudget(query)
        pass(.read(query))
    }
}
