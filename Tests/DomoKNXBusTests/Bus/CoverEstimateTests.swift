import DomoEngine
import DomoModel
import Testing

@testable import DomoKNXBus

struct CoverEstimateTests {
    private static let start = Instant(uptime: 0, wall: Timestamp(milliseconds: 0))

    private func at(_ seconds: Double) -> Instant { Self.start + .milliseconds(Int64(seconds * 1000)) }

    private func estimate(at position: Double? = nil) -> CoverEstimate {
        var estimate = CoverEstimate(up: .seconds(20), down: .seconds(10))
        if let position { estimate.note(position: position, at: Self.start) }
        return estimate
    }

    @Test func positionChangesWithTheTravelTimeOfTheDirection() {
        var cover = estimate(at: 0)
        cover.move(.down, at: at(0))
        #expect(cover.position(at: at(4)) == 40)
        cover.move(.up, at: at(5))
        #expect(cover.position(at: at(7)) == 40)
        cover.stop(at: at(9))
        #expect(cover.position(at: at(100)) == 30)
    }

    @Test func positionIsUnknownUntilAnEndWasReached() {
        var cover = estimate()
        cover.move(.down, at: at(0))
        cover.stop(at: at(5))
        #expect(cover.position(at: at(5)) == nil)
        cover.move(.down, at: at(6))
        #expect(cover.position(at: at(15)) == nil)
        #expect(cover.position(at: at(16)) == 100)
    }

    @Test func movementEndsShortlyAfterTheTravelTime() {
        var cover = estimate(at: 50)
        cover.move(.down, at: at(0))
        #expect(cover.end == at(7))
        #expect(cover.finish(at: at(6.9)) == false)
        #expect(cover.finish(at: at(7)) == true)
        #expect(cover.state == .resting(at: 100))
    }

    @Test func repeatedCommandDoesNotRestartTheMovement() {
        var cover = estimate(at: 0)
        cover.move(.down, at: at(0))
        cover.move(.down, at: at(5))
        #expect(cover.position(at: at(6)) == 60)
    }

    @Test func repeatedCommandDoesNotDelayTheEnd() {
        var cover = estimate()
        cover.move(.down, at: at(0))
        cover.move(.down, at: at(5))
        #expect(cover.position(at: at(10)) == 100)
    }

    @Test func withoutTravelTimesOnlyTheMovementIsKnown() {
        var cover = CoverEstimate(up: nil, down: nil)
        cover.move(.up, at: at(0))
        #expect(cover.position(at: at(500)) == nil)
        #expect(cover.direction == .up)
        #expect(cover.finish(at: at(120)) == true)
        #expect(cover.state == .resting(at: nil))
    }

    @Test func singleTravelTimeAppliesToBothDirections() {
        var cover = CoverEstimate(up: .seconds(10), down: nil)
        cover.note(position: 0, at: at(0))
        cover.move(.down, at: at(0))
        #expect(cover.position(at: at(5)) == 50)
    }
}
