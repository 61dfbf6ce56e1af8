import DomoLanguage
import DomoModel
import Testing

@testable import DomoCLI

@Suite struct RenderingTests {
    static let time = Timestamp(milliseconds: 1_795_208_645_123)
    let rendering = Rendering(style: .plain, now: Timestamp(milliseconds: time.milliseconds + 3 * 3_600_000))

    static func reading(
        _ type: FacetType,
        _ value: Value?,
        _ certainty: Certainty,
        stale: Bool = false
    ) -> ReadingView {
        ReadingView(
            type: type,
            reading: Reading(value: value, certainty: certainty, isStale: stale, since: time, cause: .user("ana"))
        )
    }

    static func element(
        _ path: String,
        _ readings: ReadingView...,
        unit: String? = nil,
        label: String? = nil
    ) -> ElementView {
        ElementView(
            path: path,
            name: String(path.split(separator: "/").last!),
            kind: "device",
            types: readings.map(\.type.word),
            readings: readings,
            unit: unit,
            label: label
        )
    }

    static let house = PlaceView(
        path: "Casa",
        name: "Casa",
        kind: "house",
        elements: [
            element("Casa/Buzzer", reading(.binary, nil, .unknown)),
            element("Casa/日本💡", reading(.binary, .on, .confirmed, stale: true)),
        ],
        sectors: [
            PlaceView(
                path: "Casa/Salón",
                name: "Salón",
                kind: "sector",
                label: "Living room",
                elements: [
                    element(
                        "Casa/Salón/Luz",
                        reading(.regulable, .level(Percent(40)!), .assumed),
                        reading(.binary, .on, .confirmed)
                    ),
                    element("Casa/Salón/Termo", reading(.value, .number(21.5), .confirmed), unit: "°C", label: "Heat"),
                ],
                sectors: [],
                count: 2
            ),
            PlaceView(
                path: "Casa/Baño",
                name: "Baño",
                kind: "sector",
                elements: [element("x/y", reading(.value, .text("~on"), .assumed))],
                sectors: [],
                count: 1
            ),
        ],
        count: 5
    )

    @Test func listingIsAnAlignedTable() {
        #expect(
            rendering.listing(Listing(places: [Self.house]), recursive: false) == """
                Casa
                  Buzzer  device      –
                  日本💡  device      on (stale)
                  Salón/  2 elements              Living room
                  Baño/   1 element

                """
        )
    }

    @Test func wholeTreeIsDrawn() {
        #expect(
            rendering.listing(Listing(places: [Self.house]), recursive: true) == """
                Casa
                ├── Buzzer     device  –
                ├── 日本💡     device  on (stale)
                ├── Salón/                         Living room
                │   ├── Luz    device  ~40 %, on
                │   └── Termo  device  21.5 °C     Heat
                └── Baño/
                    └── y      device  ~"~on"

                """
        )
    }

    /// The certainty is visible without colour too.
    @Test func everyCertaintyLooksDifferent() {
        let readings = [
            Self.reading(.binary, .on, .confirmed), Self.reading(.binary, .on, .assumed),
            Self.reading(.binary, .on, .confirmed, stale: true),
            Self.reading(.binary, .on, .assumed, stale: true), Self.reading(.binary, nil, .unknown),
        ]
        #expect(readings.map { rendering.reading($0, unit: nil) } == ["on", "~on", "on (stale)", "~on (stale)", "–"])
    }

    @Test func elementShowsAllReadings() {
        let since = LocalTime.text(Self.time)
        let element = Self.element(
            "Casa/Luz",
            Self.reading(.regulable, .level(.zero), .assumed),
            Self.reading(.binary, nil, .unknown)
        )
        #expect(
            rendering.element(element) == """
                Casa/Luz  device
                  regulable  ~0 %  assumed: accepted, not confirmed  since \(since)  by ana
                  binary     –     unknown

                """
        )
    }

    @Test(
        arguments: [
            ("binary", "on", OrderReceipt.Outcome.accepted, 1, 1.25, "Luz on (accepted, 1.3 ms)"),
            ("regulable", "40", .accepted, 3, 812.4, "Luz 40 % (accepted, on try 3, 812 ms)"),
            ("value", "Hola\u{1B}[2J", .accepted, 1, 0, "Luz \"Hola\u{FFFD}[2J\" (accepted, < 0.1 ms)"),
            ("regulable", "10", .superseded, 0, 3, "Luz 10 % (not sent: superseded by a newer order)"),
            ("binary", "on", .superseded, 1, 3, "Luz on (superseded by a newer order)"),
            ("bidirectional", "up", .confirmed, 1, 430, "Luz up (confirmed, 430 ms)"),
            ("bidirectional", "up", .confirmed, 2, 12_340, "Luz up (confirmed, on try 2, 12.3 s)"),
            ("binary", "on", .requested, 0, 0, "Luz on (order 1042; see domo orders)"),
            (nil, "toggle", .requested, 0, 0, "Luz toggle (order 1042; see domo orders)"),
            ("regulable", "+10", .requested, 0, 0, "Luz +10 % (order 1042; see domo orders)"),
        ] as [(String?, String, OrderReceipt.Outcome, Int, Double, String)]
    )
    func receiptIsOneLine(
        type: String?,
        action: String,
        outcome: OrderReceipt.Outcome,
        attempts: Int,
        milliseconds: Double,
        text: String
    ) {
        let receipt = OrderReceipt(
            id: 1042,
            element: "Casa/Luz",
            type: type,
            action: action,
            outcome: outcome,
            attempts: attempts,
            milliseconds: milliseconds
        )
        #expect(rendering.receipt(receipt) == text)
        var followed = receipt
        followed.followedBy = 1043
        switch outcome {
        case .superseded: #expect(rendering.receipt(followed).contains("superseded by order 1043"))
        case .accepted: #expect(rendering.receipt(followed).contains("not confirmed: order 1043 followed it"))
        case .requested, .confirmed: break
        }
        var notStored = receipt
        notStored.stored = false
        #expect(rendering.receipt(notStored) == text + " (not stored)")
    }

    @Test func sceneShowsItsSteps() {
        let receipt = OrderReceipt(
            id: 1042,
            element: "Casa/Luz",
            type: "binary",
            action: "on",
            outcome: .accepted,
            attempts: 1,
            milliseconds: 2
        )
        let report = SceneReport(
            scene: "Noche",
            outcome: .failed,
            steps: [
                .init(line: 1, step: "set Luz on", receipt: receipt),
                .init(
                    line: 2,
                    step: "set Nope on",
                    error: Fault(.unknownElement, "no Nope", hint: "did you mean Luz?")
                ),
            ],
            failed: 1
        )
        #expect(
            rendering.scene(report) == """
                Noche  1 of 2 steps failed
                  set Luz on   accepted, 2 ms
                  set Nope on  failed: no Nope
                               did you mean Luz?

                """
        )
    }

    @Test func statusShowsServersAndHousesWithoutOne() {
        let time = LocalTime.text(Self.time)
        let status = StatusView(
            version: "1",
            since: Self.time,
            loaded: Self.time,
            houses: [.init(name: "A", elements: 1, server: "http://h"), .init(name: "Bee", elements: 20, server: nil)],
            servers: [
                ServerView(
                    server: "http://h",
                    reachable: false,
                    lastContact: Self.time,
                    problem: "refused",
                    waiting: 1,
                    inFlight: 2,
                    houses: ["A"]
                )
            ],
            accepted: 3,
            failed: 1,
            warnings: ["old copy"]
        )
        #expect(
            rendering.status(status) == """
                domod 1  running since \(time), houses loaded \(time)
                orders   3 accepted, 1 failed
                history  off: readings and orders are not stored
                houses
                  A    1 element    http://h
                  Bee  20 elements  no server: orders are refused
                servers
                  http://h
                    unreachable, last contact \(time)
                    1 order waiting, 2 in flight
                    doesn't report its state
                    refused
                warning: old copy

                """
        )
    }

    @Test func statusShowsLinksByTheirKeys() {
        let links = [
            LinkView(key: "http://h", kind: "http", endpoints: [.init(endpoint: "http://h", reachable: nil)]),
            LinkView(
                key: "web",
                kind: "http",
                endpoints: [.init(endpoint: "http://i", reachable: true), .init(endpoint: "http://j", reachable: nil)]
            ),
            LinkView(
                key: "bus",
                kind: "knx",
                endpoints: [.init(endpoint: "cellar", reachable: false)],
                problem: "cable pulled"
            ),
        ]
        let status = StatusView(
            version: "1",
            since: Self.time,
            loaded: Self.time,
            houses: [],
            servers: ["http://h", "http://i", "http://j", "cellar"].map {
                ServerView(
                    server: $0,
                    reachable: nil,
                    lastContact: nil,
                    problem: nil,
                    waiting: 0,
                    inFlight: 0,
                    houses: []
                )
            },
            links: links,
            accepted: 0,
            failed: 0,
            warnings: []
        )
        #expect(
            rendering.status(status).hasSuffix(
                """

                links
                  web  http  http://i  reachable
                             http://j  not tried yet
                  bus  knx   cellar    unreachable

                """
            )
        )
    }

    @Test func eventIsOneLine() {
        let time = LocalTime.text(Self.time)
        #expect(
            rendering.event(
                Event(kind: .reading, time: Self.time, path: "Casa/Luz", reading: Self.reading(.binary, .on, .assumed))
            )
                == "\(time)  Casa/Luz  ~on  by ana\n"
        )
        #expect(
            rendering.event(Event(kind: .reload, time: Self.time, message: "one\nhouse"))
                == "\(time)  reload: one\u{FFFD}house\n"
        )
    }

    @Test func faultHasItsHintIndented() {
        var fault = Fault(.mismatch, "m", hint: "h")
        fault.stored = false
        #expect(
            rendering.fault(fault) == """
                domo: m
                  h
                  not stored: the daemon's database has failed; see domo status

                """
        )
        #expect(rendering.fault(Fault(.badModel, "a\nb\u{7}", hint: "h")) == "domo: a\n  b\u{FFFD}\n  h\n")
        #expect(Rendering.json(Fault(.busy, "m")) == "{\"error\":{\"code\":\"busy\",\"message\":\"m\"}}\n")
    }

    @Test(arguments: [
        ("\u{1B}[31mred", "\u{FFFD}[31mred"), ("a\u{9B}b", "a\u{FFFD}b"), ("a\u{202E}b", "a\\u{202E}b"),
        ("a\r\nb", "a\u{FFFD}\u{FFFD}b"),
        ("a\u{200B}b\u{2060}\u{FEFF}", "a\\u{200B}b\\u{2060}\\u{FEFF}"), ("so\u{AD}ft", "so\\u{AD}ft"),
        ("a\u{2028}b\u{2029}", "a\\u{2028}b\\u{2029}"), ("\u{2066}x\u{61C}\u{E0041}", "\\u{2066}x\\u{61C}\\u{E0041}"),
        ("☀️ ❤️", "☀️ ❤️"), ("👩‍👩‍👧 ñ", "👩‍👩‍👧 ñ"), ("a\u{7F}", "a\u{FFFD}"),
    ])
    func controlCharactersAreReplaced(text: String, safe: String) {
        #expect(DisplayText.safe(text) == safe)
    }

    @Test(arguments: [
        ("abc", 3), ("ñ", 1), ("n\u{303}", 1), ("日本", 4), ("💡", 2), ("👩‍👩‍👧", 2), ("☀️", 2), ("½", 1), ("", 0),
    ])
    func widthIsThatInATerminal(text: String, width: Int) {
        #expect(DisplayText.width(text) == width)
    }

    @Test func longTextIsTruncated() {
        #expect(DisplayText.cut("abcdef", to: 4) == "abc…")
        #expect(DisplayText.cut("日本日本", to: 6) == "日本…")
        #expect(DisplayText.cut("abcd", to: 4) == "abcd")
    }

    @Test(
        arguments: [
            (true, nil, "xterm", true), (true, "", "xterm", true), (true, "1", "xterm", false),
            (true, nil, "dumb", false),
            (false, nil, "xterm", false), (true, nil, nil, true),
        ] as [(Bool, String?, String?, Bool)]
    )
    func colourIsUsedOnTerminalsThatAllowIt(isTerminal: Bool, noColor: String?, terminal: String?, isColoured: Bool) {
        #expect(Style(isTerminal: isTerminal, noColor: noColor, terminal: terminal).isColoured == isColoured)
    }

    @Test func colourKeepsColumnsAligned() {
        let coloured = Rendering(style: Style(isColoured: true)).listing(Listing(places: [Self.house]), recursive: true)
        let plain = coloured.replacing(/\u{1B}\[\d+m/, with: "")
        #expect(coloured != plain)
        #expect(plain == rendering.listing(Listing(places: [Self.house]), recursive: true))
    }
}
