import Testing

@testable import DomoSim

struct SignalTests {
    @Test(arguments: [
        ("operation=enable&PERVMLSERVICENAME=Louver", Signal(operation: "enable", name: "Louver")),
        ("value=40&operation=setValue&PERVMLSERVICENAME=x", Signal(operation: "setValue", name: "x", value: "40")),
        (
            "PERVMLSERVICENAME=a%26b%3Dc%23d%2Be%20f%2F%C3%B1%F0%9F%9A%AA%2541",
            Signal(name: "a&b=c#d+e f/ñ🚪%41")
        ),
        ("PERVMLSERVICENAME=a+b%2b", Signal(name: "a b+")), ("PERVMLSERVICENAME=a=b", Signal(name: "a=b")),
        ("", Signal()),
        ("operation", Signal(operation: "")), ("other=1&&x", Signal()), ("v%61lue=1", Signal(value: "1")),
    ])
    func queryIsDecoded(query: String, signal: Signal) {
        #expect(Signal(query: query) == signal)
    }

    @Test(arguments: ["value=%", "value=%4", "value=%4g", "value=%FF", "value=%C3", "value=1&value=2", "%zz=1"])
    func invalidQueryIsRefused(query: String) {
        #expect(Signal(query: query) == nil)
    }

    @Test func signalIsShownAsOneLine() {
        let signal = Signal(operation: "set\nValue", name: "a b", value: "it's")
        #expect(signal.description == "operation=set\u{FFFD}Value name='a b' value='it'\\''s'")
    }
}
