import DomoLanguage
import DomoModel

@testable import DomoEngine

/// A whole system without I/O, from one seed: random houses, requests and loads, servers that fail in every way, a clock
/// that goes from one event to the next. After each input the invariants are checked (`Simulation+Invariants`).
struct Simulation {
    struct Asked {
        var request: Request
        /// For an order whose name fits one element: its whole path and its deadline.
        var path: String?
        var deadline: Instant?
        var replies: [Reply] = []
        var order: OrderID?
    }

    /// A dispatch that was not reported yet.
    struct Open {
        var dispatch: Dispatch
        var order: OrderID
        var path: String
        var label: String
        var fate: Fate
        var reportAt: Instant
        var isCancelled = false
        /// A newer dispatch went to its element.
        var isOvertaken = false
        /// A load took its element, or the type of its action, away.
        var isGone = false
    }

    struct SentOrder {
        var action: Value
        var isAccepted = false
        var mayHaveActed = false
    }

    let seed: UInt64
    var random: SplitMix64
    var engine: Engine
    var now = Instant(uptime: 0, wall: Timestamp(milliseconds: 1_700_000_000_000))
    var wakeAt: Instant?
    var servers: [String: SimulatedServer] = [:]
    var model = HouseModel()
    var asked: [RequestID: Asked] = [:]
    var unanswered: Set<RequestID> = []
    var open: [Dispatch.ID: Open] = [:]
    var sent: [OrderID: SentOrder] = [:]
    var lastOrderOfPath: [String: OrderID] = [:]
    /// The latest absolute level asked of each element by a request.
    var latestLevel: [String: RequestID] = [:]
    var loads: [(at: Instant, id: RequestID)] = []
    var violations: [String] = []
    var coverage = Coverage()
    var transcript: [String]?
    private var lastRequest: UInt64 = 0

    init(seed: UInt64, isTraced: Bool = false) {
        self.seed = seed
        random = SplitMix64(seed: seed)
        engine = Engine(seed: seed, at: now)
        transcript = isTraced ? [] : nil
    }

    /// Runs until nothing is left to happen, or something happened that must not.
    mutating func run() {
        load(SimulatedHouses.catalog(using: &random), id: nil)
        var requestsLeft = Int.random(in: 20...60, using: &random)
        var nextRequest = now
        let stopsEarly = Bool.random(using: &random)
        var isStopped = false
        var steps = 0
        while violations.isEmpty {
            steps += 1
            if steps > 20_000 { return violate("the engine comes to rest", "still busy after \(steps) steps") }
            var next = [wakeAt, loads.first?.at, open.values.map(\.reportAt).min()].compactMap { $0 }
            if requestsLeft > 0 { next.append(nextRequest) }
            guard let moment = next.min() else { break }
            pass(to: moment)
            // What falls on one moment comes in any order.
            let reports = open.values.filter { $0.reportAt <= now }.map(\.dispatch.id).sorted { $0.number < $1.number }
            if let due = reports.randomElement(using: &random), Bool.random(using: &random) || wakeAt != now {
                report(due)
            } else if let wake = wakeAt, wake <= now {
                trace { "wake" }
                wakeAt = nil
                feed(.wake)
            } else if let loaded = loads.first, loaded.at <= now {
                loads.removeFirst()
                finishLoad(loaded.id)
            } else if requestsLeft > 0, nextRequest <= now {
                requestsLeft -= 1
                ask()
                nextRequest = now + pause()
                if requestsLeft < 5, stopsEarly, !isStopped {
                    isStopped = true
                    trace { "stop" }
                    feed(.stop)
                }
            }
        }
        if violations.isEmpty { checkTheEnd() }
    }

    private mutating func pause() -> Duration {
        switch Int.random(in: 0..<20, using: &random) {
        case 0..<10: .zero
        case 10..<19: .milliseconds(Int.random(in: 1...600, using: &random))
        default: .seconds(Int.random(in: 5...25, using: &random))
        }
    }

    // MARK: - Inputs

    private mutating func ask() {
        lastRequest += 1
        let id = RequestID(lastRequest)
        let paths = model.paths
        let scenes = engine.catalog.scenes.map(\.name)
        var entry = Asked(request: SimulatedRequests.request(paths: paths, scenes: scenes, using: &random))
        if case .order(let order) = entry.request, !order.explain {
            let fitting = paths.filter { $0 == order.element || $0.hasSuffix("/\(order.element)") }
            if let path = paths.contains(order.element) ? order.element : fitting.first,
                fitting.count == 1 || path == order.element,
                let house = engine.catalog.index.houses.firstIndex(where: { path.hasPrefix("\($0.name)/") }),
                let server = engine.catalog.serverOfHouse[house]
            {
                entry.path = path
                entry.deadline = now + (order.deadline ?? engine.catalog.servers[server].deadline)
                if case .level(.to) = order.wish { latestLevel[path] = id }
                if case .value(let value, as: _) = order.wish, UInt8(value) != nil { latestLevel[path] = id }
            }
        }
        asked[id] = entry
        unanswered.insert(id)
        trace { "request \(id.number): \(entry.request.line)" }
        feed(.request(entry.request, id: id, principal: .user(0, name: "ana")))
    }

    private mutating func report(_ id: Dispatch.ID) {
        guard let flight = open.removeValue(forKey: id) else { return }
        let outcome = flight.isCancelled ? flight.fate.whenCancelled ?? flight.fate.outcome : flight.fate.outcome
        trace { "report \(id.number): \(outcome)" }
        switch outcome {
        case .accepted:
            sent[flight.order]?.isAccepted = true
            if engine.delivery.orders[flight.order] == nil { coverage.acceptedLate += 1 }
            if !flight.isOvertaken, !flight.isGone { model.accept(flight.dispatch.action, flight.path) }
        case .lost: sent[flight.order]?.mayHaveActed = true
        case .refused, .notSent, .impossible: break
        }
        feed(.outcome(id, outcome))
        if !flight.isGone { checkReadings(of: flight.path) }
    }

    private mutating func finishLoad(_ id: RequestID) {
        guard Int.random(in: 0..<4, using: &random) > 0 else {
            trace { "load \(id.number) fails" }
            return feed(.loadFailed(Fault(.badModel, "not well-formed"), ids: [id]))
        }
        load(SimulatedHouses.catalog(using: &random), id: id)
    }

    private mutating func load(_ catalog: Catalog, id: RequestID?) {
        trace { "load of \(catalog.index.paths), servers \(catalog.servers.map(\.label)) \(catalog.serverOfHouse)" }
        model.load(catalog.index)
        for server in catalog.servers where servers[server.label] == nil {
            servers[server.label] = SimulatedServer(label: server.label, at: now)
        }
        for (id, flight) in open where !model.offers(flight.dispatch.action, flight.path) { open[id]?.isGone = true }
        feed(.load(catalog, ids: id.map { [$0] } ?? []))
        for path in model.paths { checkReadings(of: path) }
    }

    private mutating func feed(_ input: Input) {
        let effects = engine.handle(input, at: now)
        for effect in effects { take(effect) }
        checkOpenDispatches()
    }

    // MARK: - Effects

    private mutating func take(_ effect: Effect) {
        switch effect {
        case .send(let dispatch, let driver): take(dispatch, via: driver)
        case .cancel(let id, let driver):
            trace { "  cancel \(id.number)" }
            guard let flight = open[id] else { return violate("only what is under way is cancelled", "\(id.number)") }
            if (driver as? FakeDriver)?.label != flight.label {
                violate("a dispatch is cancelled where it was sent", "\(id.number) was sent to \(flight.label)")
            }
            open[id]?.isCancelled = true
            sent[flight.order]?.mayHaveActed = true
            if flight.fate.whenCancelled != nil { open[id]?.reportAt = now }
        case .read(let query, via: _): violate("a server that tells nothing is asked nothing", "\(query.id.number)")
        case .persist: break
        case .recall(let id, _, let reply):
            asked[id]?.replies.append(reply)
            unanswered.remove(id)
        case .reply(let id, let reply), .replyStored(let id, let reply):
            trace { "  reply \(id.number): \(Self.brief(reply))" }
            asked[id]?.replies.append(reply)
            unanswered.remove(id)
            checkReply(reply, to: id)
        case .publish(let event):
            if let reading = event.reading?.reading { checkNotConfirmed(reading) }
        case .refused(let refusal): violate("root may do everything", refusal.request)
        case .wake(let instant):
            if instant < now { violate("wakes are asked for ahead", "at \(instant.uptime)") }
            wakeAt = instant
        case .load(let id):
            let at = now + .milliseconds(Int.random(in: 0...300, using: &random))
            loads.append((at, id))
            loads.sort { $0.at < $1.at }
        }
    }

    private mutating func take(_ dispatch: Dispatch, via driver: any Driver) {
        guard let label = (driver as? FakeDriver)?.label, let flight = engine.delivery.flights[dispatch.id],
            let order = engine.delivery.orders[flight.order], var server = servers[label]
        else { return violate("what is sent is under way", "dispatch \(dispatch.id.number)") }
        trace {
            "  send \(dispatch.id.number) of order \(order.id.number): \(order.path) \(dispatch.action) to \(label)"
        }
        checkSend(dispatch, of: order, to: label)
        for (id, other) in open where other.path == order.path { open[id]?.isOvertaken = true }
        let fate = server.fate(of: dispatch, at: now, using: &random)
        servers[label] = server
        open[dispatch.id] = Open(
            dispatch: dispatch,
            order: order.id,
            path: order.path,
            label: label,
            fate: fate,
            reportAt: now + fate.delay
        )
        if sent[order.id] == nil { sent[order.id] = SentOrder(action: dispatch.action) }
        lastOrderOfPath[order.path] = order.id
        if case .request(let id) = order.origin { asked[id]?.order = order.id }
        coverage.sent += 1
    }

    // MARK: - Trace

    mutating func trace(_ line: () -> String) {
        guard transcript != nil else { return }
        let text = line()
        transcript?.append("\(Double(now.uptime / 1_000_000) / 1000) s  \(text)")
    }

    mutating func violate(_ invariant: String, _ what: String) {
        violations.append("\(invariant): \(what)")
        trace { "VIOLATED: \(invariant): \(what)" }
    }

    private static func brief(_ reply: Reply) -> String {
        switch reply {
        case .order(let receipt): "\(receipt.outcome) \(receipt.action) in \(receipt.attempts)"
        case .fault(let fault): "\(fault.code): \(fault.message)"
        case .scene(let report): "scene, \(report.failed) of \(report.steps.count) failed"
        case .listing: "listing"
        case .status: "status"
        default: "done"
        }
    }
}

/// What happened in many runs: a simulation in which something never happens proves nothing of it.
struct Coverage: Equatable {
    var sent = 0
    var accepted = 0
    var acceptedLate = 0
    var superseded = 0
    var scenes = 0
    var faults: [Fault.Code: Int] = [:]

    static func + (one: Coverage, other: Coverage) -> Coverage {
        Coverage(
            sent: one.sent + other.sent,
            accepted: one.accepted + other.accepted,
            acceptedLate: one.acceptedLate + other.acceptedLate,
            superseded: one.superseded + other.superseded,
            scenes: one.scenes + other.scenes,
            faults: one.faults.merging(other.faults, uniquingKeysWith: +)
        )
    }
}
