import DomoLanguage
import DomoModel
import Testing

@testable import DomoEngine

/// An engine with two houses and a hand on the clock: says lines to it, answers what it sends, and lets time pass
/// exactly as the engine asks for it.
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

    private(set) var engine: Engine
    private(set) var now = Instant(uptime: 5_000_000_000, wall: Timestamp(milliseconds: 1_700_000_000_000))
    private(set) var wakeAt: Instant?
    private(set) var replies: [RequestID: Reply] = [:]
    /// All that was sent, in order, and when.
    private(set) var sent: [(dispatch: Dispatch, label: String, at: Instant)] = []
    private(set) var cancelled: [Dispatch.ID] = []
    private(set) var events: [Event] = []
    private(set) var loadsWanted: [RequestID] = []
    private var answered = 0
    private var lastRequest: UInt64 = 0

    init(_ catalog: Catalog = HouseUnderTest.catalog(), seed: UInt64 = 7, mostOrders: Int? = nil) {
        engine = Engine(seed: seed, at: now)
        if let mostOrders { engine.delivery.mostOrders = mostOrders }
        feed(.load(catalog, ids: []))
        events = []
    }

    static func element(_ name: String, _ types: ElementType...) -> Element {
        Element(name: name, kind: .device, types: ElementTypes(types) ?? ElementTypes())
    }

    static func catalog(
        houses: [House] = [casa, torre],
        maxInFlight: Int = 8,
        scenes: [(name: String, text: String)] = []
    ) -> Catalog {
        Catalog(
            houses: houses,
            servers: houses.map { house in
                let label = "http://\(house.name.lowercased())"
                return Catalog.Server(label: label, driver: FakeDriver(label), maxInFlight: maxInFlight)
            },
            serverOfHouse: houses.indices.map { $0 },
            scenes: scenes.map {
                Catalog.Scene(name: $0.name, file: "\($0.name).domo", script: Script.parse($0.text).script)
            }
        )
    }

    // MARK: - What comes in

    @discardableResult
    func say(_ line: String, by user: String = "ana") throws -> RequestID {
        lastRequest += 1
        let id = RequestID(lastRequest)
        feed(.request(try #require(try RequestParser.parse(line)), id: id, by: user))
        return id
    }

    /// Says a line that is answered at once.
    func ask(_ line: String) throws -> Reply? {
        let id = try say(line)
        return replies[id]
    }

    func feed(_ input: Input) {
        for effect in engine.handle(input, at: now) {
            switch effect {
            case .send(let dispatch, let driver):
                sent.append((dispatch, (driver as? FakeDriver)?.label ?? "", now))
            case .cancel(let id, via: _): cancelled.append(id)
            case .reply(let id, let reply):
                if replies.updateValue(reply, forKey: id) != nil {
                    Issue.record("request \(id.number) has two replies")
                }
            case .publish(let event): events.append(event)
            case .wake(let instant): wakeAt = instant
            case .load(let id): loadsWanted.append(id)
            }
        }
    }

    /// Reports on what was sent, the oldest first.
    func answer(_ outcome: Outcome = .accepted) throws {
        try #require(answered < sent.count, "nothing is under way")
        answered += 1
        feed(.outcome(sent[answered - 1].dispatch.id, outcome))
    }

    func answerAll(_ outcome: Outcome = .accepted) throws {
        while answered < sent.count { try answer(outcome) }
    }

    /// Lets time pass, with every wake at the moment at which it was asked for.
    func pass(_ duration: Duration) {
        let end = now + duration
        while let wake = wakeAt, wake <= end {
            now = max(now, wake)
            wakeAt = nil
            feed(.wake)
        }
        now = end
    }

    /// Says an order, and has it accepted.
    func obey(_ line: String) throws {
        let id = try say(line)
        try answer()
        #expect(receipt(id)?.outcome == .accepted)
    }

    /// Lets a server fail until it counts as out of reach.
    func breakServer(_ line: String = "set Buzzer on --deadline 10m") throws {
        try say(line)
        try answer(.notSent(reason: "connection refused"))
        for _ in 1..<Breaker.failuresToOpen {
            pass(.milliseconds(300))
            try answer(.notSent(reason: "connection refused"))
        }
    }

    // MARK: - What is seen

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
    var signals: [String] { sent.map { "\($0.dispatch.element)=\($0.dispatch.action.value)" } }

    func reading(_ element: String, _ type: ElementType) throws -> Reading {
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
        let delivery = engine.delivery
        let held = [delivery.orders.count, delivery.lanes.count, delivery.flights.count, delivery.abandoned.count]
        #expect(held == [0, 0, 0, 0], sourceLocation: sourceLocation)
        #expect(delivery.servers.allSatisfy { $0.waiting == 0 && $0.inFlight == 0 }, sourceLocation: sourceLocation)
        #expect(engine.scenes.isEmpty, sourceLocation: sourceLocation)
    }
}
