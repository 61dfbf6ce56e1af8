import DomoModel
import Testing

@testable import DomoLanguage

/// Somebody limited to places does not see the addresses of the house.
@Suite struct AddressTests {
    @Test(arguments: [
        ("POST http://10.0.0.9:8080/web/services {\"a\":1}", "POST /web/services {\"a\":1}"),
        ("http://10.0.0.9 did not answer GET https://10.0.0.9/x", "the server did not answer GET /x"),
        ("knx://192.168.1.5: no device", "the server: no device"), ("write 1/0/2 01", "write 1/0/2 01"),
        ("\"http://[::1]:80\" and ftp://a, b", "\"the server\" and the server, b"), ("://", "the server"), ("", ""),
    ])
    func addressesAreLeftOut(text: String, expected: String) {
        #expect(text.withoutAddresses == expected)
    }

    @Test func eventsAndScenesHaveNone() {
        let text = "http://10.0.0.9 did not accept POST http://10.0.0.9/on"
        let event = Event(kind: .order, time: Timestamp(milliseconds: 0), path: "A", message: text)
        #expect(event.withoutAddresses.message == "the server did not accept POST /on")
        let step = SceneReport.Step(line: 1, step: "set A on", error: Fault(.unreachable, text))
        let report = SceneReport(scene: "S", outcome: .failed, steps: [step], failed: 1, message: text)
        guard case .scene(let shown) = Reply.scene(report).withoutAddresses else { return }
        #expect(shown.message == "the server did not accept POST /on")
        #expect(shown.steps.first?.error?.message == "the server did not accept POST /on")
    }

    @Test func ordersAndTheirReasonsHaveNone() {
        let time = Timestamp(milliseconds: 0)
        let order = OrderRecord(
            id: 1,
            element: "A",
            action: "on",
            by: .user("x"),
            requested: time,
            signal: "POST http://10.0.0.9/on",
            attempts: [.init(time: time, milliseconds: 1, result: "http://10.0.0.9: refused")],
            stage: .failed,
            problem: "http://10.0.0.9 did not accept POST http://10.0.0.9/on"
        )
        guard case .orders(let list) = Reply.orders(OrderList(orders: [order])).withoutAddresses else { return }
        var json = JSONWriter()
        json.value(list)
        let text = String(decoding: json.bytes, as: UTF8.self)
        #expect(!text.contains("10.0.0.9") && text.contains("POST /on"), "\(text)")
    }
}
