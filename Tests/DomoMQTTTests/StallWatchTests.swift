import Testing

@testable import DomoMQTT

@Suite("Stalls of the bridge")
struct StallWatchTests {
    private static func note(
        _ watch: inout StallWatch,
        _ begin: Double,
        _ end: Double,
        isAll: Bool = true
    ) -> (Bool, Duration) {
        watch.noteReading(from: .seconds(begin), to: .seconds(end), isAll: isAll)
    }

    @Test func pauseOfMoreThanTwoSecondsIsAStall() {
        var watch = StallWatch(now: .seconds(10))
        #expect(Self.note(&watch, 10.5, 10.5) == (false, .seconds(10)))
        #expect(Self.note(&watch, 12.5, 12.5) == (false, .seconds(10.5)))
        #expect(Self.note(&watch, 14.625, 14.625) == (true, .seconds(12.5)))
        #expect(Self.note(&watch, 14.75, 14.75) == (false, .seconds(14.625)))
    }

    /// What is left is not younger in the next turn.
    @Test func whatIsLeftStaysAsOldAsItIs() {
        var watch = StallWatch(now: .seconds(10))
        #expect(Self.note(&watch, 10.5, 10.5, isAll: false) == (false, .seconds(10)))
        #expect(Self.note(&watch, 11.5, 11.5, isAll: false) == (false, .seconds(10)))
        #expect(Self.note(&watch, 12.5, 12.5) == (true, .seconds(10)))
        #expect(Self.note(&watch, 12.75, 12.75) == (false, .seconds(12.5)))
    }

    /// What arrived during the pause may be read at its end, or in the next turn.
    @Test func pauseWhileReadingIsAStallToo() {
        var watch = StallWatch(now: .seconds(10))
        #expect(Self.note(&watch, 10.5, 12.625) == (true, .seconds(10)))
        #expect(Self.note(&watch, 12.75, 12.75) == (true, .seconds(10.5)))
        #expect(Self.note(&watch, 13, 13) == (false, .seconds(12.75)))
    }
}
