import DomoLanguage
import DomoModel
import Testing

@testable import DomoCLI

@Suite struct OrderListTests {
    static let time = RenderingTests.time
    let rendering = Rendering(style: .plain, now: time)

    static func order(
        _ id: UInt64,
        _ element: String,
        _ type: String?,
        _ action: String,
        _ stage: OrderStage,
        day: Int64 = 0,
        attempts: Int = 1,
        after milliseconds: Int64 = 0
    ) -> OrderRecord {
        let requested = Timestamp(milliseconds: time.milliseconds + day * 86_400_000)
        return OrderRecord(
            id: id,
            element: element,
            type: type,
            action: action,
            by: .user("ana"),
            requested: requested,
            attempts: Array(repeating: .init(time: requested), count: attempts),
            stage: stage,
            reached: Timestamp(milliseconds: requested.milliseconds + milliseconds)
        )
    }

    @Test func orderIsALineWithItsProblemBelow() {
        var confirmed = Self.order(1042, "Casa/Salón/Luz", "regulable", "40", .confirmed)
        (confirmed.acceptedAfter, confirmed.confirmedAfter) = (12, 418.4)
        var accepted = Self.order(1041, "Casa/Baño/Luz", "binary", "on", .accepted)
        accepted.acceptedAfter = 3.25
        var mismatch = Self.order(9, "Casa/Louver", "bidirectional", "up", .mismatch, attempts: 3, after: 10_250)
        (mismatch.observed, mismatch.problem) = ("down", "not seen\nto obey")
        var failed = Self.order(8, "Casa/Louver", "bidirectional", "up", .failed, day: -1, attempts: 0, after: 40)
        failed.problem = "the server is out of reach, and this is a sentence longer than any column"
        let requested = Self.order(7, "Casa/Louver", nil, "toggle", .requested)
        let today = LocalTime.short(Self.time, now: Self.time)
        let yesterday = LocalTime.text(Timestamp(milliseconds: Self.time.milliseconds - 86_400_000))
        let pad = String(repeating: " ", count: yesterday.count - today.count)
        let note = String(repeating: " ", count: 5 + 2 + yesterday.count + 2)
        #expect(today.count == 8)
        #expect(
            rendering.orders(OrderList(orders: [confirmed, accepted, mismatch, failed, requested])) == """
                order  time\(String(repeating: " ", count: yesterday.count - 4))  element    value   by   state      took
                 1042  \(pad)\(today)  Salón/Luz  40 %    ana  confirmed  430 ms
                 1041  \(pad)\(today)  Baño/Luz   on      ana  accepted   3.3 ms
                    9  \(pad)\(today)  Louver     up      ana  mismatch   10.3 s  3 tries
                \(note)not seen\u{FFFD}to obey
                    8  \(yesterday)  Louver     up      ana  failed      40 ms
                \(note)the server is out of reach, and this is a sentence longer than any column
                    7  \(pad)\(today)  Louver     toggle  ana  requested

                """
        )
    }

    @Test func reportedValueIsShownOnce() {
        var order = Self.order(1, "Casa/Salon/Lamp", "binary", "on", .mismatch)
        order.observed = "off"
        order.problem = "Casa/Salon/Lamp: still off, not on"
        let lines = rendering.orders(OrderList(orders: [order])).split(separator: "\n")
        #expect(lines.count == 3)
        #expect(lines.last?.drop { $0 == " " } == "still off, not on")
        order.problem = nil
        #expect(rendering.orders(OrderList(orders: [order])).hasSuffix("  the house reports off\n"))
    }

    @Test func emptyListIsReported() {
        #expect(rendering.orders(OrderList(orders: [])) == "no orders\n")
    }

    @Test func stageHasItsColour() {
        let coloured = Rendering(style: Style(isColoured: true), now: Self.time)
        let colours = OrderStage.allCases.map { coloured.paint($0)("x") }
        #expect(
            colours == [33, 33, 33, 32, 31, 31, 31, 33, 31].map { "\u{1B}[\($0)mx\u{1B}[0m" }
        )
    }

    @Test func controlCharactersInAnOrderAreReplaced() {
        var order = Self.order(1, "Casa/L\u{1B}[2Juz", "value", "a\u{9B}b", .failed)
        (order.by, order.observed, order.problem) = (.user("an\u{7}a"), "\u{1B}c", "x\u{1B}]0;y")
        let text = rendering.orders(OrderList(orders: [order]))
        #expect(!text.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" || (0x7F...0x9F).contains($0.value) })
    }

    @Test func elementHasItsShortestUnambiguousName() {
        let paths = ["Casa/Salón/Luz", "Casa/Baño/Luz", "Otra/Baño/Luz", "Casa/Louver", "Louver"]
        let names = ShortNames(paths + paths)
        #expect(
            paths.map(names.name) == ["Salón/Luz", "Casa/Baño/Luz", "Otra/Baño/Luz", "Casa/Louver", "Louver"]
        )
    }

    @Test(arguments: [
        (0, "just now"), (-5000, "just now"), (59_999, "59 s ago"), (60_000, "1 min ago"), (3 * 3_600_000, "3 h ago"),
        (200_000_000, "2 d ago"),
    ])
    func ageIsOneUnit(milliseconds: Int64, text: String) {
        let time = Timestamp(milliseconds: Self.time.milliseconds - milliseconds)
        #expect(Rendering.age(of: time, at: Self.time) == text)
    }

    @Test(arguments: [
        (-5, "0 s"), (59, "59 s"), (60, "1 min"), (12_000, "3 h 20 min"), (7200, "2 h"), (608_400, "7 d 1 h"),
    ])
    func lengthIsTwoUnits(seconds: Int, text: String) {
        #expect(Rendering.length(seconds: seconds) == text)
    }

    @Test(arguments: [(0, "0 B"), (1023, "1023 B"), (1536, "1.5 KiB"), (512 << 20, "512 MiB"), (3 << 40, "3 TiB")])
    func sizeIsReadable(bytes: Int, text: String) {
        #expect(Rendering.size(bytes: bytes) == text)
    }

    @Test(arguments: [
        (0, "0"), (-0.004, "0"), (-0.5, "-0.5"), (3.14159, "3.14"), (20.05, "20.1"), (1013.25, "1013.3"),
        (1e20, "1e+20"),
        (-12, "-12"),
    ])
    func numberHasSignificantDigits(number: Double, text: String) {
        #expect(Rendering.measured(number) == text)
    }
}
