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

    private func element(_ name: String, _ value: Value?, _ certainty: Certainty = .confirmed) -> ElementView {
        ElementView(
            path: "Casa/\(name)",
            name: name,
            kind: "device",
            types: ["value"],
            readings: [RenderingTests.reading(.value, value, certainty)]
        )
    }

    private func thermostat(measured: Value? = .number(21.5), _ certainty: Certainty = .confirmed) -> ElementView {
        var (clima, temperature) = (element("Clima", .number(22)), element("Clima/Temperatura", measured, certainty))
        var (mode, valve) = (element("Clima/Modo", .text("comfort")), element("Clima/Valvula", .number(40)))
        (clima.unit, temperature.unit, valve.unit) = ("°C", "°C", "%")
        (clima.elementClass, temperature.role, mode.role, valve.role) = ("thermostat", "temperature", "mode", "valve")
        (temperature.name, mode.name, valve.name) = ("Temperatura", "Modo", "Valvula")
        clima.parts = [temperature, mode, valve]
        return clima
    }

    @Test func thermostatIsOneLine() {
        let cell = rendering.readings(of: thermostat())
        #expect(cell.text == "21.5 °C → 22 °C, \"comfort\", Valvula 40 %")
        // Options are words, and an open valve is what people ask for.
        var words = thermostat()
        words.parts?[1].options = ["comfort", "night"]
        words.parts?[2].readings = [RenderingTests.reading(.regulable, .level(Percent(clamping: 40)), .confirmed)]
        #expect(rendering.readings(of: words).text == "21.5 °C → 22 °C, comfort, heating")
        words.parts?[1].readings = [RenderingTests.reading(.value, .text("else"), .confirmed)]
        words.parts?[2].readings = [RenderingTests.reading(.regulable, .level(.zero), .confirmed)]
        #expect(rendering.readings(of: words).text == "21.5 °C → 22 °C, \"else\"")
        words.parts?[2].readings = [RenderingTests.reading(.regulable, .level(Percent(clamping: 40)), .assumed)]
        #expect(rendering.readings(of: words).text == "21.5 °C → 22 °C, \"else\", ~heating")
        // What is not known is not shown as if it were.
        let unknown = rendering.readings(of: thermostat(measured: nil, .unknown))
        #expect(unknown.text == "22 °C, \"comfort\", Valvula 40 %")
        #expect(rendering.readings(of: thermostat(.assumed)).text.hasPrefix("~21.5 °C → 22 °C"))
        // Without the class, nothing says that one is measured and the other wanted.
        var other = thermostat()
        other.elementClass = nil
        #expect(rendering.readings(of: other).text.hasPrefix("22 °C, Temperatura 21.5 °C, "))
    }

    @Test func partsHaveLinesOfTheirOwnInLongListings() {
        let listing = Listing(places: [], elements: [thermostat()])
        let lines = rendering.longListing(listing).split(separator: "\n").map { $0.split(separator: " ").first ?? "" }
        #expect(lines == ["element", "Casa/Clima", "Casa/Clima/Temperatura", "Casa/Clima/Modo", "Casa/Clima/Valvula"])
        let shown = rendering.element(thermostat())
        for path in ["Casa/Clima  device", "Casa/Clima/Temperatura  device"] {
            #expect(shown.contains(path), "\(shown)")
        }
    }
}
