import DomoLanguage
import DomoModel
import FoundationEssentials
import Testing

/// Replies are read back as written.
@Suite struct ReplyTests {
    static let time = Timestamp(milliseconds: 1_795_208_645_123)

    static func reading(
        _ type: FacetType,
        _ value: Value?,
        _ certainty: Certainty,
        stale: Bool = false
    ) -> ReadingView {
        guard certainty != .unknown else {
            return ReadingView(
                type: type,
                reading: Reading(
                    value: value,
                    certainty: certainty,
                    since: Timestamp(milliseconds: 0),
                    cause: .house
                )
            )
        }
        return ReadingView(
            type: type,
            reading: Reading(value: value, certainty: certainty, isStale: stale, since: time, cause: .scene("\"Día\""))
        )
    }

    static let element = ElementView(
        path: "Casa/Salón/Luz \"x\"\\",
        name: "Luz \"x\"\\",
        kind: "device",
        types: ["regulable", "binary"],
        readings: [
            reading(.regulable, .level(Percent(40)!), .assumed), reading(.binary, .off, .confirmed, stale: true),
            reading(.binary, .on, .assumed), reading(.bidirectional, .up, .assumed),
            reading(.bidirectional, .down, .assumed),
            reading(.bidirectional, .stop, .confirmed), reading(.value, .text("a\nñ💡"), .confirmed),
            reading(.value, nil, .unknown),
        ],
        unit: "°C",
        label: "Lámpara"
    )
    static let place = PlaceView(
        path: "Casa",
        name: "Casa",
        kind: "house",
        label: "Home",
        elements: [element],
        sectors: [PlaceView(path: "Casa/Salón", name: "Salón", kind: "sector", elements: [], sectors: [], count: 0)],
        count: 1
    )
    static let receipt = OrderReceipt(
        id: 7,
        element: "Casa/Luz",
        type: "binary",
        action: "on",
        outcome: .accepted,
        attempts: 2,
        milliseconds: 12.5
    )
    static let fault = Fault(.ambiguousName, "two fit", hint: "Casa/A\nCasa/B")

    private func readBack<View: JSONWritable & Decodable & Equatable>(_ view: View, _ reply: Reply) throws {
        #expect(try Self.answer(View.self, reply) == .success(view))
    }

    private static func answer<Content: Decodable>(_: Content.Type, _ reply: Reply) throws -> Result<Content, Fault> {
        var json = JSONWriter()
        json.value(reply)
        #expect(!json.bytes.contains(UInt8(ascii: "\n")))
        return try JSONDecoder().decode(Answer<Content>.self, from: Data(json.bytes)).content
    }

    @Test func listingIsReadBack() throws {
        let listing = Listing(places: [Self.place], elements: [Self.element])
        try readBack(listing, .listing(listing))
        try readBack(Listing(places: []), .listing(Listing(places: [])))
    }

    @Test func elementIsReadBack() throws { try readBack(Self.element, .element(Self.element)) }

    @Test(arguments: CoverState.allCases, [Certainty.unknown, .assumed, .confirmed])
    func coverIsReadBack(state: CoverState, certainty: Certainty) throws {
        var element = Self.element
        element.cover = CoverView(state: state, certainty: certainty)
        try readBack(element, .element(element))
    }

    @Test(
        arguments: [
            (.requested, nil, nil), (.accepted, "binary", nil), (.confirmed, "binary", true),
            (.superseded, "binary", false),
        ] as [(OrderReceipt.Outcome, String?, Bool?)]
    )
    func receiptIsReadBack(outcome: OrderReceipt.Outcome, type: String?, stored: Bool?) throws {
        var receipt = Self.receipt
        receipt.outcome = outcome
        receipt.type = type
        receipt.stored = stored
        try readBack(receipt, .order(receipt))
    }

    @Test func explanationIsReadBack() throws {
        let explanation = Explanation(signals: [
            .init(element: "Casa/Luz", action: "on", signal: "POST http://h?a=b&c=%20"),
            .init(element: "Casa/Luz", action: "on", signal: nil, problem: "no server"),
        ])
        try readBack(explanation, .explanation(explanation))
        var scene = explanation
        scene.conditions = [.init(text: "Luz on", holds: true), .init(text: "sat", holds: nil, reason: "it is sun")]
        try readBack(scene, .explanation(scene))
    }

    @Test func scenesAreReadBack() throws {
        let record = SceneRecord(
            scene: "Día",
            by: .trigger("at 07:00"),
            started: Self.time,
            ended: Self.time,
            outcome: .failed
        )
        let list = SceneList(scenes: [
            .init(name: "Día", file: "/x/día.domo", steps: 3),
            .init(
                name: "Noche",
                file: nil,
                steps: 1,
                triggers: ["at 23:30"],
                next: Self.time,
                local: "2026-11-21T23:30:00+01:00",
                step: "wait 30s",
                last: record,
                skipped: SceneRecord(
                    scene: "Noche",
                    by: .user("ana"),
                    started: Self.time,
                    ended: Self.time,
                    outcome: .skipped,
                    message: "it is running already"
                )
            ),
        ])
        try readBack(list, .scenes(list))
        let leftOut = SceneList(scenes: [], leftOut: [.init(name: "Noche", problem: "noche.domo:1:1: error: x")])
        try readBack(leftOut, .scenes(leftOut))
        let report = SceneReport(
            scene: "Día",
            outcome: .stopped,
            steps: [
                .init(line: 1, step: "set A on", receipt: Self.receipt),
                .init(line: 3, step: "set B on", error: Self.fault),
                .init(line: 4, step: "if A off: set C on", note: "not taken: A is on"),
            ],
            failed: 1,
            message: "ana stopped it"
        )
        try readBack(report, .scene(report))
    }

    @Test func statusIsReadBack() throws {
        let status = StatusView(
            version: "1",
            since: Self.time,
            loaded: Self.time,
            houses: [.init(name: "A", elements: 3, server: "http://h"), .init(name: "B", elements: 0, server: nil)],
            servers: [
                ServerView(
                    server: "http://h",
                    reachable: nil,
                    lastContact: nil,
                    problem: nil,
                    waiting: 1,
                    inFlight: 2,
                    houses: ["A"]
                ),
                ServerView(
                    server: "http://i",
                    reachable: false,
                    lastContact: Self.time,
                    reportsState: true,
                    lastReading: Self.time,
                    problem: "refused",
                    waiting: 0,
                    inFlight: 0,
                    houses: []
                ),
            ],
            links: [
                LinkView(
                    key: "web",
                    kind: "http",
                    endpoints: [
                        .init(endpoint: "http://h", reachable: nil), .init(endpoint: "http://i", reachable: false),
                    ],
                    problem: "refused"
                ),
                LinkView(
                    key: "bus",
                    kind: "knx",
                    endpoints: [.init(endpoint: "knx", reachable: true)],
                    connection: LinkConnection(
                        interface: Self.interface,
                        address: "1.1.250",
                        acceptsAnySender: true,
                        dropped: DroppedDatagrams(count: 3, sender: "h:1", service: "0x0999", answer: "i:2")
                    )
                ),
            ],
            accepted: 10,
            failed: 1,
            warnings: ["old copy"],
            memory: MemoryView(
                state: .failing,
                file: "/d",
                bytes: 3,
                problem: "p",
                waiting: 1,
                dropped: 2,
                warnings: ["w"],
                migratingFrom: 3
            )
        )
        try readBack(status, .status(status))
        let report = ReloadReport(houses: 1, elements: 2, scenes: 3, warnings: ["w"])
        try readBack(report, .reloaded(report))
    }

    private static let interface = InterfaceView(
        name: "Interface",
        host: "192.168.1.20:3671",
        address: "1.1.0",
        serial: "00fa:00000001",
        mac: "02:00:00:00:00:01",
        medium: "TP",
        services: ["core v2", "tunnelling v2"],
        tcp: true,
        secure: ["tunnelling"],
        slots: [.init(address: "1.1.250", state: .inUse), .init(address: "1.1.251", state: .free)]
    )

    @Test func interfacesAreReadBack() throws {
        let list = InterfaceList(
            [Self.interface, InterfaceView(name: "old")],
            searched: ["eth0 192.168.1.5"],
            problems: ["wlan0 10.0.0.1: no route"]
        )
        try readBack(list, .interfaces(list))
        var json = JSONWriter()
        json.value(list.interfaces[1])
        #expect(
            String(decoding: json.bytes, as: UTF8.self) == #"{"name":"old","services":[],"tcp":false,"secure":[]}"#
        )
    }

    @Test(arguments: Fault.Code.allCases)
    func faultIsReadBack(code: Fault.Code) throws {
        var fault = Fault(code, "message \"x\"", hint: code == .busy ? nil : "hint")
        if code == .mismatch { fault.stored = false }
        #expect(try Self.answer(Listing.self, .fault(fault)) == .failure(fault))
    }

    @Test func watchingIsWritten() {
        var json = JSONWriter()
        json.value(Reply.watching(Watched(path: "Casa/Salón")))
        json.newline()
        json.value(Reply.watching(Watched()))
        #expect(String(decoding: json.bytes, as: UTF8.self) == "{\"ok\":{\"watching\":\"Casa/Salón\"}}\n{\"ok\":{}}")
    }

    private static let telegram = TelegramView(
        link: "knx",
        address: "3/0/1",
        service: .write,
        value: "21.5",
        unit: "°C",
        type: "9.001",
        raw: "0c33",
        source: "1.1.5",
        elements: ["Casa/Salón/Temperatura"],
        isOwn: true
    )

    @Test func watchingTelegramsIsWritten() {
        var json = JSONWriter()
        json.value(Reply.watching(Watched(path: "Casa", telegrams: true)))
        #expect(String(decoding: json.bytes, as: UTF8.self) == #"{"ok":{"watching":"Casa","telegrams":true}}"#)
    }

    @Test func answerOfALinkIsReadBack() throws {
        let table = LinkAnswer.Table(
            "silent",
            columns: ["address", "since"],
            rows: [["1/2/3", ""], ["1/2/4", "2d"]]
        )
        let answer = LinkAnswer(lines: ["all is well"], tables: [table, .init(columns: [])])
        #expect(try Self.answer(LinkAnswer.self, .link(answer)) == .success(answer))
    }

    @Test func eventIsReadBack() throws {
        struct Line: Decodable { var event: Event }
        let events = [
            Event(kind: .reading, time: Self.time, path: "Casa/Luz", reading: Self.reading(.binary, .on, .assumed)),
            Event(
                kind: .reading,
                time: Self.time,
                path: "Casa/Toldo",
                reading: Self.reading(.bidirectional, nil, .unknown),
                cover: CoverView(state: .between, certainty: .confirmed)
            ),
            Event(kind: .order, time: Self.time, path: "Casa/Luz", message: "failed", by: .user("ana")),
            Event(kind: .order, time: Self.time, path: "Casa/Luz", order: 7, stage: .unconfirmed, by: .user("ana")),
            Event(kind: .memory, time: Self.time, message: "the disk is full"),
            Event(kind: .server, time: Self.time, server: "http://h", message: "in reach"),
            Event(kind: .reload, time: Self.time, message: "x"), Event(kind: .scene, time: Self.time, message: "y"),
            Event(kind: .telegram, time: Self.time, telegram: Self.telegram),
            Event(
                kind: .telegram,
                time: Self.time,
                telegram: TelegramView(link: "knx", address: "1/2/3", service: .read)
            ),
        ]
        for event in events {
            var json = JSONWriter()
            json.value(event)
            #expect(try JSONDecoder().decode(Line.self, from: Data(json.bytes)).event == event)
        }
    }

    @Test(arguments: [
        ("Casa", true), ("Casa/Salon", true), ("Casa/Salon/Luz", true), ("Casa/Sal", false), ("Otra", false),
    ])
    func eventConcernsWhoWatchesAPlaceAboveIt(watched: String, concerns: Bool) {
        #expect(Event(kind: .order, time: Self.time, path: "Casa/Salon/Luz").concerns(watched) == concerns)
        #expect(Event(kind: .reload, time: Self.time).concerns(watched))
        // In Swift the slash and the accent are one character.
        #expect(Event(kind: .order, time: Self.time, path: "Casa/\u{301}Luz").concerns("Casa"))
    }
}

/// A reply as its reader decodes it: the type of `ok` follows from the request.
private struct Answer<Content: Decodable>: Decodable {
    var content: Result<Content, Fault>

    private enum Key: String, CodingKey { case ok, error }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        if let fault = try container.decodeIfPresent(Fault.self, forKey: .error) {
            content = .failure(fault)
        } else {
            content = .success(try container.decode(Content.self, forKey: .ok))
        }
    }
}
