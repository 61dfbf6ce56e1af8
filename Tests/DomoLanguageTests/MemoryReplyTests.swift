import DomoLanguage
import DomoModel
import FoundationEssentials
import Testing

/// Replies from the history are read back as written.
@Suite struct MemoryReplyTests {
    private struct Answer<Content: Decodable>: Decodable { var ok: Content }

    static let time = Timestamp(milliseconds: 1_795_208_645_123)
    static let entry = HistoryEntry(
        time: time,
        type: "value",
        value: "a \"b\"\n💡",
        certainty: .assumed,
        by: .user("ana")
    )
    static let summary = HistoryEntry(
        time: time,
        type: "regulable",
        value: "40",
        certainty: .confirmed,
        by: .user(""),
        summary: .init(seconds: 90_000, changes: 12, minimum: -0.5, mean: 1e-7, maximum: 1e20)
    )

    private func readBack<View: JSONWritable & Decodable & Equatable>(_ view: View, _ reply: Reply) throws {
        var json = JSONWriter()
        json.value(reply)
        #expect(!json.bytes.contains(UInt8(ascii: "\n")))
        #expect(try JSONDecoder().decode(Answer<View>.self, from: Data(json.bytes)).ok == view)
    }

    @Test(arguments: OrderStage.allCases)
    func ordersAreReadBack(stage: OrderStage) throws {
        let full = OrderRecord(
            id: 1042,
            element: "Casa/Luz \"x\"",
            type: "binary",
            action: "on",
            by: .scene("Día"),
            origin: .scene,
            requested: Self.time,
            signal: "POST http://h?a=b",
            attempts: [
                .init(time: Self.time, milliseconds: 12.5, result: "accepted"), .init(time: Self.time),
            ],
            stage: stage,
            reached: Timestamp(milliseconds: 1_795_208_646_000),
            acceptedAfter: 12.5,
            confirmedAfter: 430,
            observed: "off",
            problem: "p\\"
        )
        let bare = OrderRecord(id: 1, element: "x", action: "toggle", by: .user(""), requested: Self.time)
        let list = OrderList(orders: [full, bare])
        try readBack(list, .orders(list))
        try readBack(OrderList(orders: []), .orders(OrderList(orders: [])))
    }

    @Test(arguments: [
        (OrderStage.requested, false), (.sent, false), (.accepted, false), (.confirmed, true), (.mismatch, true),
        (.unconfirmed, true), (.failed, true), (.superseded, true), (.expired, true),
    ])
    func stageKnowsWhetherItIsFinal(stage: OrderStage, isFinal: Bool) {
        #expect(stage.isFinal == isFinal)
    }

    @Test func historyIsReadBack() throws {
        let page = HistoryPage(
            element: "Casa/Luz",
            unit: "°C",
            from: Self.time,
            to: Timestamp(milliseconds: 0),
            entries: [Self.entry, Self.summary],
            next: "n 1"
        )
        try readBack(page, .history(page))
        let empty = HistoryPage(element: "x", from: Self.time, to: Self.time, entries: [])
        try readBack(empty, .history(empty))
    }

    @Test func statsAreReadBack() throws {
        let week = StatsReport.Week(from: Self.time, to: Self.time, seconds: 608_400)
        let report = StatsReport(
            timeZone: "Europe/Madrid",
            thisWeek: week,
            lastWeek: week,
            elements: [
                .init(
                    element: "Casa/Luz",
                    unit: "%",
                    thisWeek: .init(
                        changes: 3,
                        onSeconds: 60,
                        mean: 0.5,
                        orders: 2,
                        failures: 1,
                        confirmedAfter: 430.5
                    ),
                    lastWeek: .init()
                )
            ]
        )
        try readBack(report, .stats(report))
    }

    @Test func exportIsReadBack() throws {
        let order = OrderRecord(id: 1, element: "Casa/Luz", action: "on", by: .user("ana"), requested: Self.time)
        let page = ExportPage(
            records: [.init(element: "Casa/Luz", reading: Self.entry), .init(order: order)],
            next: "n"
        )
        try readBack(page, .export(page))
        try readBack(ExportPage(records: []), .export(ExportPage(records: [])))
    }

    @Test func transferIsReadBack() throws {
        let reports = [
            TransferReport(token: "t", bytes: 0), TransferReport(token: "t", bytes: .max, data: "QUI=", kept: "/d/x"),
        ]
        for report in reports { try readBack(report, .transfer(report)) }
    }
}
