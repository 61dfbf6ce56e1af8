import DomoLanguage
import DomoModel
import Testing

@testable import DomoCLI

/// How readings are shown that were known before, or that follow from others.
@Suite struct ReadingRenderingTests {
    private let rendering = RenderingTests().rendering

    @Test func coverBetweenItsEndsShowsOnlyItsPosition() {
        func cell(_ direction: ReadingView, _ level: ReadingView) -> String {
            rendering.readings(of: RenderingTests.element("Casa/Toldo", direction, level)).text
        }
        let level = RenderingTests.reading(.regulable, .level(Percent(clamping: 40)), .confirmed)
        let assumed = RenderingTests.reading(.regulable, .level(Percent(clamping: 40)), .assumed)
        #expect(cell(RenderingTests.reading(.bidirectional, .up, .confirmed, stale: true), level) == "40 %")
        #expect(cell(RenderingTests.reading(.bidirectional, nil, .unknown), level) == "40 %")
        #expect(cell(RenderingTests.reading(.bidirectional, .up, .assumed), level) == "~up, 40 %")
        #expect(
            cell(RenderingTests.reading(.bidirectional, .up, .confirmed, stale: true), assumed) == "up (stale), ~40 %"
        )
        // A switch says more than the level of the same element.
        #expect(cell(RenderingTests.reading(.binary, .on, .confirmed, stale: true), level) == "on (stale), 40 %")
    }

    @Test func directionOfACoverBetweenItsEndsIsNeither() {
        func shown(_ level: Int) -> (element: String, long: String) {
            let element = RenderingTests.element(
                "Casa/Toldo",
                RenderingTests.reading(.bidirectional, .up, .confirmed, stale: true),
                RenderingTests.reading(.regulable, .level(Percent(clamping: level)), .confirmed)
            )
            return (rendering.element(element), rendering.longListing(Listing(places: [], elements: [element])))
        }
        for text in [shown(40).element, shown(40).long] {
            #expect(text.contains("bidirectional  –") && text.contains("between its ends"))
            #expect(!text.contains("stale"))
        }
        for text in [shown(0).element, shown(100).long] {
            #expect(text.contains("stale") && !text.contains("between its ends"))
        }
    }

    /// After an outage the house reports what it reported before: nobody has just ordered that.
    @Test func eventOfAnOldReadingShowsSinceWhen() {
        func line(_ view: ReadingView, after seconds: Int64) -> String {
            let time = Timestamp(milliseconds: RenderingTests.time.milliseconds + seconds * 1000)
            let text = rendering.event(Event(kind: .reading, time: time, path: "Casa/Luz", reading: view))
            return String(text.dropFirst(LocalTime.text(time).count + 2))
        }
        let view = RenderingTests.reading(.binary, .on, .confirmed)
        let start = LocalTime.short(
            RenderingTests.time,
            now: Timestamp(milliseconds: RenderingTests.time.milliseconds + 3_600_000)
        )
        #expect(line(view, after: 3600) == "Casa/Luz  on  by ana  since \(start)\n")
        #expect(line(view, after: 9) == "Casa/Luz  on  by ana\n")
        #expect(line(RenderingTests.reading(.binary, nil, .unknown), after: 3600) == "Casa/Luz  –  by ana\n")
    }
}
