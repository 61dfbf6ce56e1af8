import DomoEngine
import DomoModel
import Testing

@testable import DomoHTTP

/// Numbers with units.
struct QuantityTests {
    @Test(arguments: [
        ("812 W/m²", "812"), ("21.5 ℃", "21.5"), ("35 µg/m³", "35"), ("35 \u{3BC}g/m\u{B3}", "35"), ("-61 dB", "-61"),
        ("47.5 °", "47.5"), ("1013.25 mbar", "1013.25"), ("15 min", "15"), ("0.25 kvar", "0.25"), ("-71 dBm", "-71"),
        ("183 cm", "183"), ("4.2 MWh", "4.2"), ("12.40 EUR", "12.40"), ("230 VA", "230"), ("99.0 %", "99.0"),
        ("21.5°", "21.5"), ("1.234kW", "1.234"), ("3 m/s", "3"), ("7 l/min", "7"), ("0.5 m³/h", "0.5"),
        ("21.5 °C", "21.5"), ("\u{2212}3 °C", "-3"), ("70 °F", "70"), ("410 ppm", "410"), ("3 kWh/m²", "3"),
        ("1 GiB", "1"), ("50 Hz", "50"), ("2 kg", "2"), ("1.5E3 W", "1500"), ("8 µSv/h", "8"), ("5 kB", "5"),
    ])
    func numberWithUnit(text: String, number: String) throws {
        let quantity = try #require(Quantity(text))
        #expect(quantity.number == number && !quantity.unit.isEmpty)
    }

    @Test(arguments: [
        "", "W", "°C", "21 things", "10 pm", "7 am", "9.3 C, 89 %", "1.2.3 W", "1/2", "3 W/", "W 3", "12:30", "5 /h",
        "31.0 Liter", "4 xx/m²", "0x10 W", "1 W/m²/s/h/d", "21 °C 45 %", "nan W",
    ])
    func anythingElseIsAText(text: String) { #expect(Quantity(text) == nil, "\(text)") }

    @Test func aDialectMayHaveUnitsOfItsOwn() {
        #expect(Quantity("31.0 Liter", units: ["Liter"])?.number == "31.0")
    }

    /// As the server answers for an element with a value.
    @Test(arguments: [
        ("openhab", "812 W/m²", Value.number(812)), ("openhab", "21.5 ℃", .number(21.5)),
        ("openhab", "12.5 EUR", .number(12.5)), ("openhab", "007", .text("007")),
        ("openhab", "5 things", .text("5 things")),
        ("loxone", #"{"LL":{"value":"99.5 %","Code":"200"}}"#, .number(99.5)),
        ("loxone", #"{"LL":{"value":"21.5°","Code":"200"}}"#, .number(21.5)),
        ("loxone", #"{"LL":{"value":"1.234kW","Code":"200"}}"#, .number(1.234)),
        ("domoticz", #"{"result":[{"Data":"21.5 C"}],"status":"OK"}"#, .number(21.5)),
    ])
    func everyDialectReadsThem(dialect: String, answer: String, value: Value) throws {
        let settings = try ServerSettings(url: "http://h", dialect: try #require(Dialect.shipped(dialect)))
        #expect(
            settings.report(of: Array(answer.utf8), for: [.named("T", .value)], isForAll: false)
                == .states([.init(target: 0, type: .value, value: value)])
        )
    }
}
