import DomoLanguage
import DomoModel
import Testing

@testable import DomoEngine

/// An engine with two houses and a controlled clock: sends it lines, answers its dispatches and queries, and lets time
/// pass exactly as requested by the engine.
final class HouseUnderTest {
    static let casa = House(
        name: "Casa",
        elements: [element("Buzzer", .binary), element("Display", .value)],
        sectors: [
            Sector(
                name: "Salon",
                elements: [
                    element("Louver", .bidirectional), element("Dimmer", .regulable, .binary), element("Luz", .binary),
                ]
            ),
            Sector(name: "Cocina", elements: [element("Luz", .binary), element("Level", .regulable)]),
        ]
    )
    static let torre = House(name: "Torre", elements: [element("Bell", .binary), element("Gong", .binary)])

    var engine: Engine
    var isSending: Bool { engine.isSending }
    private(set) var now = Instant(uptime: 5_000_000_000, wall: Timestamp(milliseconds: 1_700_000_000_000))
    private(set) var wakeAt: Instant?
    private(set) var replies: [RequestID: Reply] = [:]
    /// All dispatches, in order, with their times.
    private(set) var sent: [(dispatch: Dispatch, label: String, at: Instant)] = []
    /// All queries, in order, with their times.
    private(set) var read: [(query: Query, label: String, at: Instant)] = []
    private(set) var refusals: [Refusal] = []
    /// The links that were started and stopped, in order.
    private(set) var started: [LinkID] = []
    private(set) var stopped: [LinkID] = []
    /// The profiles that loads gave to ports, with the number of dispatches and queries before.
    private(set) var used: [(profile: any LinkProfile, label: String, after: Int)] = []
    private(set) var exposed: [(subject: Exposed, value: Value?)] = []
    /// The records to store, in order.
    private(set) var records: [Record] = []
    /// The virtual elements to store, in order.
    private(set) var kept: [VirtualTable] = []
    /// The open pulses to store, in order.
    private(set) var keptPulses: [(pulses: [OpenPulse], number: UInt64)] = []
    /// The last notices to store.
    private(set) var storedNotices: NoticeTable?
    /// The events for the notifier, in order.
    private(set) var delivered: [Event] = []
    /// The request whose connection is that of the notifier.
    private(set) var attached: RequestID?
    /// The requests about browsers that get messages.
    private(set) var pushes: [PushRequest] = []
    /// The replies that wait until earlier records are stored, with the number of those records.
    private(set) var storedReplies: [RequestID: Int] = [:]
    private(set) var recalls: [RequestID: Recall] = [:]
    private var answeredReads = 0
    private(set) var cancelled: [Dispatch.ID] = []
    private(set) var events: [Event] = []
    private(set) var commands: [(id: RequestID, command: LinkCommand, label: String)] = []
    private(set) var searches: [(id: RequestID, query: InterfaceQuery)] = []
    private(set) var tokenChanges: [(RequestID, TokenChange)] = []
    private(set) var hookChanges: [(RequestID, HookChange)] = []
    /// What deliveries to hooks have done.
    private(set) var knocks: [String] = []
    private(set) var fileTasks: [FileTask] = []
    /// The events of messages on links.
    private(set) var messages: [Event] = []
    private(set) var loadsWanted: [RequestID] = []
    private var answered = 0
    var answeredCount: Int { answered }
    private var lastRequest: UInt64 = 0

    init(
        _ catalog: Catalog = HouseUnderTest.catalog(),
        seed: UInt64 = 7,
        maxOrders: Int? = nil,
        maxStrands: Int? = nil
    ) {
        engine = Engine(seed: seed, at: now, maxOrders: maxOrders ?? 65_536)
        if let maxStrands { engine.scenes.maxStrands = maxStrands }
        feed(.load(catalog, ids: []))
        events = []
    }

    static func element(_ name: String, _ types: FacetType...) -> Element {
        Element(name: name, kind: .device, types: FacetTypes(types) ?? FacetTypes())
    }

    static func catalog(
        houses: [House] = [casa, torre],
        maxInFlight: Int = 8,
        sites: [Catalog.Site]? = nil,
        scenes: [(name: String, text: String)] = [],
        reading: ReadPolicy? = nil,
        reportedTypes: Set<FacetType> = Set(FacetType.allCases)
    ) -> Catalog {
        Catalog(
            houses: houses,
            links: houses.map { house in
                let label = "http://\(house.name.lowercased())"
                let reports = reading == nil ? [] : reportedTypes
                return Catalog.Link(fake: label, reports: reports, slots: maxInFlight, reading: reading)
            },
            linkOfHouse: houses.indices.map { $0 },
            sites: sites,
            scenes: scenes.map { scene in
                let (script, mistakes) = ScriptParser.parse(scene.text)
                #expect(mistakes.isEmpty)
                return Catalog.Scene(name: scene.name, file: "\(scene.name).domo", script: script)
            }
        )
    }

    // MARK: - Inputs

    @discardableResult
    func give(_ line: String, by principal: Principal = .ana) throws -> RequestID {
        lastRequest += 1
        let id = RequestID(lastRequest)
        feed(.request(try #require(try RequestParser.parse(line)), id: id, principal: principal))
        return id
    }

    /// Sends a line, and returns the immediate reply.
    func ask(_ line: String) throws -> Reply? {
        let id = try give(line)
        return replies[id]
    }

    func feed(_ input: Input) {
        for effect in engine.handle(input, at: now) {
            switch effect {
            case .refused(let refusal): refusals.append(refusal)
            case .start(let id, _): started.append(id)
            case .stop(let id, _): stopped.append(id)
            case .expose(let subject, let value, via: _): exposed.append((subject, value))
            case .use(let profile, let port):
                used.append((profile, (port as? FakeLink)?.label ?? "", sent.count + read.count))
            case .send(let dispatch, let port): sent.append((dispatch, (port as? FakeLink)?.label ?? "", now))
            case .read(let query, let port): read.append((query, (port as? FakeLink)?.label ?? "", now))
            case .persist(let record): records.append(record)
            case .keep(let table): kept.append(table)
            case .keepPulses(let pulses, let number): keptPulses.append((pulses, number))
            case .keepNotices(let table): storedNotices = table
            case .deliver(let event): delivered.append(event)
            case .attach(let id): attached = id
            case .push(_, let request): pushes.append(request)
            case .recall(let id, let recall, let reply):
                recalls[id] = recall
                replies[id] = reply
            case .cancel(let id, via: _): cancelled.append(id)
            case .reply(let id, let reply), .replyStored(let id, let reply):
                if case .replyStored = effect { storedReplies[id] = records.count }
                if replies.updateValue(reply, forKey: id) != nil {
                    Issue.record("request \(id.number) has two replies")
                }
            case .work(let id, let answer):
                if replies.updateValue(answer.reply(), forKey: id) != nil {
                    Issue.record("request \(id.number) has two replies")
                }
            case .discover(let id, let query): searches.append((id, query))
            case .file(_, let task): fileTasks.append(task)
            case .token(let id, let change): tokenChanges.append((id, change))
            case .hook(let id, let change): hookChanges.append((id, change))
            case .knocked(_, let what): knocks.append(what)
            case .command(let id, let command, let port):
                commands.append((id, command, (port as? FakeLink)?.label ?? ""))
            case .publish(let event): events.append(event)
            case .messages(let id, let messages): self.messages += messages.map { Event($0, of: id.key, at: now.wall) }
            case .wake(let instant): wakeAt = instant
            case .load(let id): loadsWanted.append(id)
            }
        }
    }

    /// Reports the outcome of the oldest open dispatch.
    func answer(_ outcome: Outcome = .accepted) throws {
        try #require(answered < sent.count, "nothing is in flight")
        answered += 1
        feed(.outcome(sent[answered - 1].dispatch.id, outcome))
    }

    func answerAll(_ outcome: Outcome = .accepted) throws {
        while answered < sent.count { try answer(outcome) }
    }

    /// Answers the oldest open query.
    func answerQuery(_ report: Answer) throws {
        try #require(answeredReads < read.count, "there is no open query")
        answeredReads += 1
        feed(.answer(read[answeredReads - 1].query.id, report))
    }

    /// Answers it with the states of elements, by name; others are left out.
    func answerQuery(_ states: [String: Value?]) throws {
        try #require(answeredReads < read.count, "there is no open query")
        let targets = read[answeredReads].query.targets
        try answerQuery(
            .states(
                targets.indices.compactMap { number in
                    guard let value = states[targets[number].name] else { return nil }
                    return Answer.State(
                        target: number,
                        type: value?.type ?? targets[number].types[0],
                        value: value
                    )
                }
            )
        )
    }

    var unanswered: Int { read.count - answeredReads }

    /// The last stored record of an order.
    func record(_ id: UInt64) -> OrderRecord? {
        var known: OrderRecord?
        for case .order(var record, let firstAttempt) in records where record.id == id {
            record.complete(attemptsFrom: firstAttempt, with: known?.attempts ?? [])
            known = record
        }
        return known
    }

    /// Lets time pass, with every wake at its requested time.
    func pass(_ duration: Duration) {
        let end = now + duration
        while let wake = wakeAt, wake <= end {
            now = max(now, wake)
            wakeAt = nil
            feed(.wake)
        }
        now = end
    }

    /// Somebody sets the wall clock or, if both clocks advance, the machine sleeps.
    func setClock(by step: Duration, uptime: Duration = .zero) {
        now.uptime += uptime.nanoseconds
        now.wall.milliseconds += step.nanoseconds / 1_000_000
        wakeAt = nil
        feed(.wake)
    }

    /// Waits for the next query and answers it.
    func report(_ states: [String: Value?]) throws {
        for _ in 0..<1000 where unanswered == 0 { pass(.milliseconds(100)) }
        try answerQuery(states)
    }

    /// Sends an order and accepts it.
    func obey(_ line: String) throws {
        let id = try give(line)
        try answer()
        #expect(receipt(id)?.outcome == .accepted)
    }

    /// Lets a server fail until it counts as unreachable.
    func breakServer(_ line: String = "set Buzzer on --deadline 10m") throws {
        try give(line)
        try answer(.notSent(reason: "connection refused"))
        for _ in 1..<Breaker.failuresToOpen {
            pass(.milliseconds(300))
            try answer(.notSent(reason: "connection refused"))
        }
    }

    // MARK: - Results

    func receipt(_ id: RequestID) -> OrderReceipt? {
        if case .order(let receipt)? = replies[id] { receipt } else { nil }
    }

    func fault(_ id: RequestID) -> Fault? {
        if case .fault(let fault)? = replies[id] { fault } else { nil }
    }

    func sceneReport(_ id: RequestID) -> SceneReport? {
        if case .scene(let report)? = replies[id] { report } else { nil }
    }

    /// `Buzzer=on`, in the order of sending.
    var signals: [String] { sent.map { "\($0.dispatch.target.name)=\($0.dispatch.value.word)" } }

    func reading(_ element: String, _ type: FacetType) throws -> Reading {
        guard case .element(let view)? = try ask("show \(element)") else {
            throw Fault(.unknownElement, element)
        }
        return try #require(view.readings.first { $0.type == type }).reading
    }

    var status: StatusView {
        get throws {
            guard case .status(let status)? = try ask("status") else { throw Fault(.busy, "no status") }
            return status
        }
    }

    func expectNothingIsHeld(sourceLocation: SourceLocation = #_sourceLocation) {
        let kept: Set = ["polling timers", "order timers", "scene timers", "scene chains", "scene records"]
        let held = engine.held.filter { $0.value != 0 && !kept.contains($0.key) }
        #expect(held.isEmpty, "\(held)", sourceLocation: sourceLocation)
    }
}
