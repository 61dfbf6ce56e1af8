import DomoLanguage
import DomoModel
import Testing

@testable import DomoCLI

/// How readings are shown that were known before.
@Suite struct ReadingRenderingTests {
    private let rendering = RenderingTests().rendering

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

    @Test func virtualElementIsNotConfirmedByTheHouse() {
        var element = ElementView(
            path: "Casa/Vacaciones",
            name: "Vacaciones",
            kind: "device",
            types: ["binary"],
            readings: [RenderingTests.reading(.binary, .on, .confirmed)]
        )
        #expect(rendering.element(element).contains("confirmed by the house"))
        element.isVirtual = true
        #expect(rendering.element(element).contains("held by domo"))
        #expect(!rendering.element(element).contains("by the house"))
    }
}
