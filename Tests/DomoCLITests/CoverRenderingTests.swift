import DomoLanguage
import DomoModel
import Testing

@testable import DomoCLI

/// How covers are shown: the word of the daemon, translated; nothing is decided here.
@Suite struct CoverRenderingTests {
    private let rendering = RenderingTests().rendering

    private enum Level: CaseIterable { case fresh, assumed, stale, none }

    private static func cover(
        _ state: CoverState?,
        _ certainty: Certainty,
        _ level: ReadingView?,
        direction: ReadingView = RenderingTests.reading(.bidirectional, nil, .unknown)
    ) -> ElementView {
        let readings = [level, direction].compactMap(\.self)
        return ElementView(
            path: "Casa/Toldo",
            name: "Toldo",
            kind: "device",
            types: readings.map(\.type.word),
            readings: readings,
            cover: state.map { CoverView(state: $0, certainty: certainty) }
        )
    }

    private static func level(_ level: Level) -> ReadingView? {
        let value = Value.level(Percent(clamping: 40))
        return switch level {
        case .fresh: RenderingTests.reading(.regulable, value, .confirmed)
        case .assumed: RenderingTests.reading(.regulable, value, .assumed)
        case .stale: RenderingTests.reading(.regulable, value, .confirmed, stale: true)
        case .none: nil
        }
    }

    /// The states, and what is shown with the position confirmed, assumed, stale and without one.
    private static let cells: [(CoverState, Certainty, [String])] = [
        (.open, .confirmed, ["open", "open", "open", "open"]),
        (.open, .assumed, ["~open", "~open", "~open", "~open"]),
        (.closed, .confirmed, ["closed", "closed", "closed", "closed"]),
        (.closed, .assumed, ["~closed", "~closed", "~closed", "~closed"]),
        (.between, .confirmed, ["between · 40 %", "between · ~40 %", "between", "between"]),
        (.between, .assumed, ["~between · 40 %", "~between · ~40 %", "~between", "~between"]),
        // An assumed level is where it moves to.
        (.opening, .confirmed, ["opening · 40 %", "opening", "opening", "opening"]),
        (.opening, .assumed, ["~opening · 40 %", "~opening", "~opening", "~opening"]),
        (.closing, .confirmed, ["closing · 40 %", "closing", "closing", "closing"]),
        (.closing, .assumed, ["~closing · 40 %", "~closing", "~closing", "~closing"]),
        (.stopped, .confirmed, ["stopped", "stopped", "stopped", "stopped"]),
        (.stopped, .assumed, ["~stopped", "~stopped", "~stopped", "~stopped"]),
        (.unknown, .unknown, ["unknown · 40 %", "unknown", "unknown · 40 % (stale)", "–"]),
    ]

    @Test(arguments: cells) func cellIsTheWordAndAPositionThatSaysMore(
        state: CoverState,
        certainty: Certainty,
        shown: [String]
    ) {
        for (level, text) in zip(Level.allCases, shown) {
            #expect(rendering.readings(of: Self.cover(state, certainty, Self.level(level))).text == text)
        }
    }

    @Test func tableHasEveryState() { #expect(Set(Self.cells.map(\.0)) == Set(CoverState.allCases)) }

    @Test func directionNeverContradictsTheWord() {
        for direction in [Value.up, .down, .stop] {
            for certainty in [Certainty.assumed, .confirmed] {
                for isStale in [false, true] {
                    let reading = RenderingTests.reading(.bidirectional, direction, certainty, stale: isStale)
                    let cover = Self.cover(.closing, .assumed, Self.level(.stale), direction: reading)
                    #expect(rendering.readings(of: cover).text == "~closing")
                    #expect(!rendering.element(cover).contains("bidirectional  \(direction.word)"))
                }
            }
        }
    }

    @Test func lastKnownDirectionOfAnUnknownCoverIsStale() {
        let direction = RenderingTests.reading(.bidirectional, .up, .confirmed, stale: true)
        #expect(
            rendering.readings(of: Self.cover(.unknown, .unknown, nil, direction: direction)).text
                == "unknown · up (stale)"
        )
    }

    @Test func levelBesideASwitchIsThatOfALamp() {
        var element = Self.cover(.closing, .confirmed, Self.level(.assumed))
        let lamp = RenderingTests.reading(.binary, .on, .confirmed)
        element.readings.append(lamp)
        element.types.append("binary")
        #expect(rendering.readings(of: element).text == "closing, ~40 %, on")
    }

    /// Daemons before the word send only readings.
    @Test func oldDaemonShowsTheReadings() {
        func cell(_ direction: ReadingView) -> String {
            rendering.readings(of: Self.cover(nil, .unknown, Self.level(.fresh), direction: direction)).text
        }
        #expect(cell(RenderingTests.reading(.bidirectional, .up, .confirmed, stale: true)) == "40 %, up (stale)")
        #expect(cell(RenderingTests.reading(.bidirectional, .up, .assumed)) == "40 %, ~up")
        #expect(cell(RenderingTests.reading(.bidirectional, nil, .unknown)) == "40 %, –")
    }

    @Test func colourIsThatOfTheWord() {
        let coloured = Rendering(style: Style(isColoured: true), now: RenderingTests.time)
        func isPainted(_ paint: (String) -> String, _ state: CoverState, _ certainty: Certainty) -> Bool {
            let cell = coloured.readings(of: Self.cover(state, certainty, Self.level(.stale)))
            return cell.paint(cell.text) == paint(cell.text)
        }
        #expect(isPainted(coloured.style.good, .closing, .confirmed))
        #expect(isPainted(coloured.style.doubtful, .closing, .assumed))
        #expect(isPainted(coloured.style.faint, .unknown, .unknown))
    }

    // MARK: - Details

    @Test func rowOfTheDirectionShowsTheWord() {
        func row(_ element: ElementView) -> [String] {
            let lines = rendering.longListing(Listing(places: [], elements: [element])).split(separator: "\n")
            let line = lines.first { $0.contains("bidirectional") }?.split(separator: " ").map(String.init) ?? []
            return Array(line.drop { $0 != "bidirectional" }.dropFirst())
        }
        let since = LocalTime.short(RenderingTests.time, now: rendering.now).split(separator: " ").map(String.init)
        let up = RenderingTests.reading(.bidirectional, .up, .assumed)
        #expect(row(Self.cover(.opening, .assumed, nil, direction: up)) == ["~opening", "assumed"] + since + ["ana"])
        // Between its ends it is there since the position is.
        #expect(
            row(Self.cover(.between, .confirmed, Self.level(.fresh))) == ["between", "confirmed"] + since + ["ana"]
        )
        #expect(row(Self.cover(.stopped, .assumed, Self.level(.stale))) == ["~stopped", "assumed"])
        let old = RenderingTests.reading(.bidirectional, .up, .confirmed, stale: true)
        #expect(
            row(Self.cover(.unknown, .unknown, nil, direction: old))
                == ["up", "(stale)", "confirmed,", "stale"] + since + ["ana"]
        )
    }

    @Test func elementShowsTheWordAndBelowItThePosition() {
        let text = rendering.element(Self.cover(.closing, .assumed, Self.level(.stale)))
        #expect(text.contains("bidirectional  ~closing      assumed: accepted, not confirmed\n"))
        #expect(text.contains("regulable      40 % (stale)  stale, last known 3 h ago; was confirmed by the house"))
    }

    @Test func whyShowsTheWord() {
        let order = OrderRecord(
            id: 7,
            element: "Casa/Toldo",
            type: "bidirectional",
            action: "up",
            by: .user("ana"),
            requested: RenderingTests.time,
            stage: .confirmed
        )
        var down = RenderingTests.reading(.bidirectional, .down, .confirmed)
        down.reading.since = Timestamp(milliseconds: RenderingTests.time.milliseconds + 60_000)
        down.reading.cause = .house
        let element = Self.cover(.closed, .confirmed, Self.level(.stale), direction: down)
        let text = rendering.why(WhyReport(element: element, links: [], orders: [order]))
        #expect(text.hasPrefix("Casa/Toldo  closed\n"))
        #expect(text.contains("it has been closed since") && text.contains("changed in the house itself"))
        #expect(text.contains("bidirectional  closed") && !text.contains("down"))
    }

    // MARK: - Events

    private static func event(_ reading: ReadingView, _ state: CoverState?) -> Event {
        Event(
            kind: .reading,
            time: RenderingTests.time,
            path: "Casa/Toldo",
            reading: reading,
            cover: state.map { CoverView(state: $0, certainty: .confirmed) }
        )
    }

    @Test func eventShowsTheWord() {
        func line(_ reading: ReadingView?, _ state: CoverState?) -> String? {
            guard let reading else { return nil }
            let text = rendering.event(Self.event(reading, state))
            return String(text.dropFirst(LocalTime.text(RenderingTests.time).count + 2).dropLast())
        }
        let up = RenderingTests.reading(.bidirectional, .up, .assumed)
        #expect(line(up, .opening) == "Casa/Toldo  opening  by ana")
        #expect(line(up, nil) == "Casa/Toldo  ~up  by ana")
        #expect(line(RenderingTests.reading(.bidirectional, nil, .unknown), .between) == "Casa/Toldo  between  by ana")
        #expect(line(Self.level(.fresh), .between) == "Casa/Toldo  between · 40 %  by ana")
        #expect(line(Self.level(.stale), .opening) == "Casa/Toldo  opening  by ana")
        #expect(line(RenderingTests.reading(.binary, .on, .confirmed), .opening) == "Casa/Toldo  on  by ana")
    }

    /// The direction and the position change at once, and a report confirms the direction: each is an event.
    @Test func eventThatShowsNothingNewIsLeftOut() throws {
        let none = RenderingTests.reading(.bidirectional, nil, .unknown)
        let fresh = try #require(Self.level(.fresh))
        let stale = try #require(Self.level(.stale))
        func areNew(_ events: Event...) -> [Bool] {
            var covers = CoverEvents()
            return events.map { covers.isNew($0) }
        }
        #expect(areNew(Self.event(stale, .opening), Self.event(none, .opening)) == [true, false])
        #expect(areNew(Self.event(fresh, .between), Self.event(none, .between)) == [true, false])
        #expect(areNew(Self.event(none, .between), Self.event(fresh, .between)) == [true, true])
        #expect(areNew(Self.event(none, .opening), Self.event(none, .open)) == [true, true])
        #expect(
            areNew(Self.event(none, .opening), Self.event(none, .open), Self.event(none, .opening))
                == [true, true, true]
        )
        var other = Self.event(none, .opening)
        other.path = "Casa/Persiana"
        #expect(areNew(Self.event(none, .opening), other, Self.event(none, .opening)) == [true, true, false])
        let lamp = Event(kind: .reading, time: RenderingTests.time, path: "Casa/Luz", reading: fresh)
        #expect(areNew(lamp, lamp) == [true, true])
        #expect(areNew(Self.event(none, nil), Self.event(none, nil)) == [true, true])
    }
}
