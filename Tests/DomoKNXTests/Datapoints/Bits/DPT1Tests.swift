import DomoKNX
import Testing

struct DPT1Tests {
    /// Words from the KNX master data.
    @Test(arguments: [
        ("1.001", "off", "on"), ("1.002", "false", "true"), ("1.003", "disable", "enable"),
        ("1.004", "no ramp", "ramp"), ("1.005", "no alarm", "alarm"), ("1.006", "low", "high"),
        ("1.007", "decrease", "increase"), ("1.008", "up", "down"), ("1.009", "open", "close"),
        ("1.010", "stop", "start"), ("1.011", "inactive", "active"), ("1.012", "not inverted", "inverted"),
        ("1.013", "start/stop", "cyclically"), ("1.014", "fixed", "calculated"), ("1.015", "no action", "reset"),
        ("1.016", "no action", "acknowledge"), ("1.017", "trigger 0", "trigger"),
        ("1.018", "not occupied", "occupied"), ("1.019", "closed", "open"), ("1.021", "or", "and"),
        ("1.022", "scene A", "scene B"), ("1.023", "up/down", "up/down and step/stop"), ("1.024", "day", "night"),
        ("1.100", "cooling", "heating"), ("1.1200", "consumer", "producer"), ("1.1201", "positive", "negative"),
    ])
    func aBitHasAWordForEachState(type: String, no: String, yes: String) throws {
        let type = try DatapointType(type)
        for (payload, bool, word) in [(Payload.bits(0), false, no), (.bits(1), true, yes)] {
            #expect(try type.decode(payload) == .bool(bool))
            #expect(try type.encode(.bool(bool)) == payload)
            #expect(type.text(of: .bool(bool)) == word)
            #expect(try type.value(of: word) == .bool(bool))
            #expect(try type.value(of: word.uppercased()) == .bool(bool))
        }
    }

    @Test(arguments: [
        ("1.001", "1", true), ("1.001", "0", false), ("1.008", "true", true), ("1.008", "FALSE", false),
        ("1.001", "ON", true), ("1.005", "off", false), ("1.009", "closed", true), ("1.019", "close", false),
        ("1.100", "heat", true), ("1.022", "b", true), ("1.004", "no-ramp", false), ("1.001", " on ", true),
    ])
    func bitIsReadInSeveralSpellings(type: String, text: String, bool: Bool) throws {
        #expect(try DatapointType(type).value(of: text) == .bool(bool))
    }

    @Test(arguments: [
        ("1.008", "on"), ("1.009", "off"), ("1.019", "on"), ("1.100", "on"), ("1.001", "2"), ("1.001", ""),
    ])
    func ambiguousWordIsRefused(type: String, text: String) throws {
        let type = try DatapointType(type)
        let fault = #expect(throws: DatapointFault.self) { try type.value(of: text) }
        #expect(fault?.code == .wrongForm)
        #expect(fault?.hint?.hasPrefix("use one of ") == true)
    }

    @Test func dataOfOtherWidthIsAFault() throws {
        let type = try DatapointType("1.001")
        for payload in [Payload.bits(2), .bits(255), .octets([]), .octets([1])] {
            #expect(throws: DatapointFault.self) { try type.decode(payload) }
        }
        let fault = #expect(throws: DatapointFault.self) { try type.encode(.integer(1)) }
        #expect(fault?.code == .wrongForm)
    }
}
