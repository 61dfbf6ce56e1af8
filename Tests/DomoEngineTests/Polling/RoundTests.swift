import DomoModel
import Testing

@testable import DomoEngine

struct RoundTests {
    @Test func elementWhoseQuestionWasGivenUpIsNextAgain() {
        let start = Instant(uptime: 0, wall: Timestamp(milliseconds: 0))
        let (one, other) = (ElementID(4), ElementID(5))
        var round = Round(ReadPolicy(interval: .seconds(10)), elements: [one, other], targets: [], nextPoll: start)
        // Nothing was asked yet.
        round.stepBack(to: one)
        #expect(round.next == 0)
        round.advance(at: start)
        round.stepBack(to: other)
        round.stepBack(to: nil)
        #expect(round.next == 1)
        round.stepBack(to: one)
        #expect(round.next == 0)
        round.stepBack(to: one)
        #expect(round.next == 0)
    }
}
