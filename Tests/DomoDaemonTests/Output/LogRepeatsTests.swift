import Logging
import Testing

@testable import DomoDaemon

struct LogRepeatsTests {
    private let minute: UInt64 = 60_000_000_000

    @Test func firstFewAreWrittenAndTheRestCounted() {
        var repeats = LogRepeats()
        let decisions = (0..<6).map { repeats.note("order \($0) failed", at: $0) }
        #expect(decisions == [.write, .write, .write, .omit, .omit, .omit])
        #expect(repeats.note("order 9 failed", at: 10 * minute) == .writeAfter(omitted: 3))
    }

    @Test func persistentRepeatsAreWrittenThreeTimesPerHour() {
        var repeats = LogRepeats()
        var written = 0
        // A server that comes and goes every half minute, for a day.
        for half in 0..<(24 * 120) where repeats.note("out of reach", at: UInt64(half) * minute / 2) != .omit {
            written += 1
        }
        #expect(written <= 3 * 25)
        #expect(written >= 24)
    }

    @Test func rareTextIsAlwaysWritten() {
        var repeats = LogRepeats()
        for hour in 0..<48 { #expect(repeats.note("reloaded", at: UInt64(hour) * 60 * minute) == .write) }
    }

    @Test func sameTextAboutAnotherSubjectIsNoRepeat() {
        var repeats = LogRepeats()
        for _ in 0..<4 { _ = repeats.note("order failed", about: "Lamp1", at: 0) }
        #expect(repeats.note("order failed", about: "Lamp1", at: 0) == .omit)
        #expect(repeats.note("order failed", about: "Lamp2", at: 0) == .write)
        #expect(repeats.note("order expired", about: "Lamp1", at: 0) == .write)
    }

    @Test func numberOfTrackedTextsIsLimited() {
        var repeats = LogRepeats()
        for _ in 0..<4 { _ = repeats.note("first", at: 0) }
        for number in 0..<LogRepeats.maxTexts { _ = repeats.note("text", about: "\(number)", at: 1) }
        // It made room for another.
        #expect(repeats.note("first", at: 2) == .write)
    }

    @Test func handlerOmitsRepeatsAndReportsTheirNumber() throws {
        let pipe = try LogPipe()
        let log = Logger(label: "x") { _ in
            DomodLogHandler(threshold: LogThreshold(.debug), format: .prefixed, writer: pipe.writer)
        }
        for number in 0..<5 { log.warning("order \(number) failed", metadata: ["element": "Lamp"]) }
        for _ in 0..<5 { log.debug("all of it") }
        #expect(
            try pipe.lines() == (0..<3).map { "<4>order \($0) failed" } + Array(repeating: "<7>all of it", count: 5)
        )
    }
}
