import DomoLanguage
import DomoModel
import Testing

@testable import DomoCLI

@Suite struct HouseLogRenderingTests {
    private static let time = RenderingTests.time
    private let rendering = Rendering(style: .plain, now: time)

    private func entry(
        _ kind: HouseLogEntry.Kind,
        by cause: Cause? = nil,
        _ change: (inout HouseLogEntry) -> Void = { _ in }
    ) -> HouseLogEntry {
        var entry = HouseLogEntry(kind, at: Self.time, by: cause)
        change(&entry)
        return entry
    }

    /// A row without the time, with single spaces.
    private func row(_ entry: HouseLogEntry) -> String {
        rendering.houseLog(HouseLog(entries: [entry])).split(whereSeparator: \.isWhitespace).dropFirst()
            .joined(separator: " ")
    }

    @Test func causesAreWordsForPeople() {
        func row(by cause: Cause) -> String {
            self.row(
                entry(.ordered, by: cause) { ($0.element, $0.type, $0.value) = ("Casa/Luz", "regulable", "40") }
            )
        }
        #expect(row(by: .token("phone")) == "Luz 40 % from token phone")
        #expect(row(by: .user("ana")) == "Luz 40 % by ana")
        #expect(row(by: .scene("Noche")) == "Luz 40 % by scene Noche")
        #expect(row(by: .trigger("at 23:30")) == "Luz 40 % automatically, at 23:30")
        #expect(row(by: .bus("bus knx 1/2/3 from 1.1.5")) == "Luz 40 % from a switch or sensor in the house")
        #expect(row(by: .house) == "Luz 40 % reported by the house")
    }

    @Test func whatHappenedIsASentence() {
        #expect(row(entry(.linkLost) { ($0.link, $0.message) = ("bus", "no answer") }) == "bus unreachable: no answer")
        #expect(row(entry(.linkBack) { $0.link = "bus" }) == "bus reachable again")
        #expect(
            row(
                entry(.failedOrder, by: .token("phone")) {
                    ($0.element, $0.type, $0.value) = ("Casa/Luz", "binary", "off")
                    ($0.stage, $0.message) = (.failed, "Casa/Luz: nothing was sent")
                }
            ) == "Luz off: failed, nothing was sent from token phone"
        )
        #expect(
            row(entry(.scene, by: .user("ana")) { ($0.scene, $0.outcome) = ("Noche", .stopped) })
                == "scene Noche stopped by ana"
        )
        #expect(row(entry(.started) { $0.message = "0.1.0" }) == "domod started (version 0.1.0)")
    }

    @Test(arguments: [
        (HouseLogEntry.Reason.between, ["23:00", "06:30"], "only between 23:00 and 06:30"),
        (.notBetween, ["23:00", "06:30"], "not between 23:00 and 06:30"), (.days, ["mon-fri"], "only on mon-fri"),
        (.notDays, ["sat"], "not on sat"), (.running, [], "it was running already"),
        (.condition, ["Luz on", "Luz is off"], "only if Luz on, and Luz is off"),
        (.missed, ["23:30"], "its time was missed, 23:30"), (.loop, [], "it started itself too often"),
    ])
    func reasonIsSaid(reason: HouseLogEntry.Reason, values: [String], text: String) {
        let entry = entry(.notRun) {
            ($0.scene, $0.reason, $0.values, $0.count) = ("Noche", reason, values, 3)
        }
        #expect(row(entry) == "scene Noche not run: \(text) ×3")
    }

    @Test func olderEntriesAreNamed() {
        let log = HouseLog(entries: [entry(.started)], next: "1.2.3")
        #expect(rendering.houseLog(log).hasSuffix("\nolder entries: --before 1.2.3\n"))
        #expect(rendering.houseLog(HouseLog(entries: [])) == "nothing\n")
    }

    @Test func recordsAndHolesAreLines() {
        let hole = RecordsPage.Hole(
            element: "Casa/Luz",
            part: .readings,
            reason: .removed,
            from: Self.time,
            to: Self.time,
            records: 7
        )
        let reading = MemoryRenderingTests.entry(0, .binary, "on", .assumed)
        let page = RecordsPage(
            database: "d",
            records: [RecordsPage.Record(element: "Casa/Luz", reading: reading)],
            holes: [hole],
            next: "d.1"
        )
        let text = rendering.recordsPage(page)
        #expect(text.contains("Casa/Luz  7 readings are not kept any more, until "))
        #expect(text.contains("Casa/Luz  ~on"))
        #expect(text.hasSuffix("\nnext: d.1\n"))
    }
}
