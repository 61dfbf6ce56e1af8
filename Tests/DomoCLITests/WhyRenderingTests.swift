import DomoLanguage
import DomoModel
import Testing

@testable import DomoCLI

@Suite struct WhyRenderingTests {
    private static let now = RenderingTests.time
    private let rendering = Rendering(style: .plain, now: now, width: nil) { _ in "+01:00" }

    private static func ago(_ seconds: Int64) -> Timestamp {
        Timestamp(milliseconds: now.milliseconds - seconds * 1000)
    }

    private static func report(
        value: Value? = .on,
        cause: Cause = .user("ana"),
        since: Timestamp = ago(60),
        isConnected: Bool? = nil,
        isVirtual: Bool? = nil,
        links: [WhyReport.Link] = [.init(link: "http://h", reachable: true)],
        orders: [OrderRecord] = [],
        scenes: [SceneList.Scene] = [],
        unreported: [String]? = nil
    ) -> WhyReport {
        let reading = Reading(value: value, certainty: value == nil ? .unknown : .confirmed, since: since, cause: cause)
        let view = ReadingView(type: .binary, reading: reading, isConnected: isConnected)
        return WhyReport(
            element: ElementView(
                path: "Casa/Lamp",
                name: "Lamp",
                kind: "device",
                types: ["binary"],
                readings: [view],
                isVirtual: isVirtual
            ),
            links: links,
            orders: orders,
            scenes: scenes,
            unreported: unreported
        )
    }

    private static func order(
        _ stage: OrderStage,
        _ action: String = "on",
        secondsAgo: Int64 = 60,
        problem: String? = nil,
        followedBy: UInt64? = nil
    ) -> OrderRecord {
        OrderRecord(
            id: 7,
            element: "Casa/Lamp",
            type: "binary",
            action: action,
            by: .user("ana"),
            requested: ago(secondsAgo),
            stage: stage,
            problem: problem,
            followedBy: followedBy
        )
    }

    private static func skipping(_ secondsAgo: Int64) -> SceneList.Scene {
        let skip = SceneRecord(
            scene: "Noche",
            by: .trigger("at 23:30"),
            started: ago(secondsAgo),
            outcome: .skipped,
            message: "only if Alarm on: Alarm is off"
        )
        return SceneList.Scene(name: "Noche", file: "n.domo", steps: 1, skipped: skip)
    }

    @Test(arguments: [
        (report(), ["no order for it is known"]),
        (
            report(unreported: ["binary"]),
            ["no order for it is known", "nothing reports its state (binary)"]
        ),
        (report(isConnected: false), ["it is not connected: orders for it are refused", "no order for it is known"]),
        (report(isVirtual: true, links: []), ["no order for it is known", "domo itself holds its value"]),
        (
            report(isVirtual: true, links: [], orders: [order(.confirmed)]),
            ["the last order, on by ana at {time}, was carried out"]
        ),
        (report(links: []), ["its house has no server: orders for it are refused", "no order for it is known"]),
        (
            report(links: [.init(link: "http://h", reachable: false, problem: "connection refused")]),
            ["http://h is unreachable: connection refused", "no order for it is known"]
        ),
        (report(orders: [order(.confirmed)]), ["the last order, on by ana at {time}, was confirmed by the house"]),
        (
            report(value: .off, orders: [order(.accepted)]),
            ["the last order, on by ana at {time}, was accepted, but the house has not confirmed it"]
        ),
        (
            report(orders: [order(.accepted)]),
            ["the last order, on by ana at {time}, was accepted, and the house reports that value"]
        ),
        (
            report(orders: [order(.accepted)], unreported: ["binary"]),
            [
                "the last order, on by ana at {time}, was accepted, "
                    + "but nothing reports its state: whether it was obeyed is not known"
            ]
        ),
        (
            report(orders: [order(.failed, problem: "the server answered 500")]),
            [
                "the last order, on by ana at {time}, ended as failed: the server answered 500",
                "it is not sent again: repeat it once the cause is fixed",
            ]
        ),
        (
            report(orders: [order(.expired)]),
            [
                "the last order, on by ana at {time}, ended as expired",
                "it is not sent again: repeat it once the cause is fixed",
            ]
        ),
        (
            report(orders: [order(.superseded, followedBy: 8)]),
            ["the last order, on by ana at {time}, was superseded by order 8 before it was sent"]
        ),
        (report(orders: [order(.sent)]), ["the last order, on by ana at {time}, has been sent"]),
        (report(orders: [order(.requested)]), ["the last order, on by ana at {time}, is waiting for its turn"]),
    ])
    func verdictNamesTheReason(report: WhyReport, sentences: [String]) {
        let time = LocalTime.short(Self.ago(60), now: Self.now)
        #expect(
            rendering.verdict(on: report) == sentences.map { $0.split(separator: "{time}").joined(separator: time) }
        )
    }

    @Test func changeSinceTheOrderIsReported() {
        let report = Self.report(value: .off, cause: .house, since: Self.ago(10), orders: [Self.order(.confirmed)])
        let time = LocalTime.short(Self.ago(10), now: Self.now)
        #expect(rendering.verdict(on: report).last == "it has been off since \(time), changed in the house itself")
        // A change before the order is not reported.
        let before = Self.report(value: .off, cause: .house, since: Self.ago(90), orders: [Self.order(.accepted)])
        #expect(rendering.verdict(on: before).count == 1)
    }

    @Test func sceneThatDidNotStartIsReported() {
        let time = LocalTime.short(Self.ago(30), now: Self.now)
        let sentence = "scene Noche was to start at \(time), but did not: only if Alarm on: Alarm is off"
        #expect(rendering.verdict(on: Self.report(scenes: [Self.skipping(30)])) == [sentence])
        let ordered = Self.report(orders: [Self.order(.confirmed)], scenes: [Self.skipping(30)])
        #expect(rendering.verdict(on: ordered).last == sentence)
        // The order is newer.
        let older = Self.report(orders: [Self.order(.confirmed)], scenes: [Self.skipping(300)])
        #expect(rendering.verdict(on: older).count == 1)
    }

    @Test func basisFollowsTheConclusion() {
        let report = Self.report(orders: [Self.order(.confirmed)], scenes: [Self.skipping(30)])
        let text = rendering.why(report)
        #expect(text.hasPrefix("Casa/Lamp  on\n  the last order"))
        for part in ["last orders\n", "scenes that order it\n  Noche", "link  http://h  reachable"] {
            #expect(text.contains(part), "\(text)")
        }
    }
}
