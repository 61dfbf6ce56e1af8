import Testing

@testable import DomoSim

struct RampTests {
    @Test(arguments: [
        (0, 0.0), (1, 5), (10, 50), (19, 95), (20, 100), (21, 100), (86_400, 100),
    ])
    func positionFollowsTheTime(seconds: Int, position: Double) {
        var ramp = Ramp(fullTravel: .seconds(20))
        ramp.move(to: 100, at: .zero)
        #expect(abs(ramp.position(at: .seconds(seconds)) - position) < 1e-9)
        #expect(ramp.isMoving(at: .seconds(seconds)) == (seconds < 20))
    }

    @Test func reversingStartsAtTheCurrentPosition() {
        var ramp = Ramp(fullTravel: .seconds(20))
        ramp.move(to: 100, at: .seconds(5))
        ramp.move(to: 0, at: .seconds(10))
        #expect(ramp.position(at: .seconds(10)) == 25)
        #expect(ramp.position(at: .seconds(13)) == 10)
        #expect(ramp.position(at: .seconds(15)) == 0)
        #expect(!ramp.isMoving(at: .seconds(15)))
    }

    @Test func stoppingHoldsThePosition() {
        var ramp = Ramp(fullTravel: .seconds(20))
        ramp.move(to: 100, at: .zero)
        ramp.stop(at: .seconds(7))
        #expect(ramp.position(at: .seconds(100)) == 35)
        #expect(!ramp.isMoving(at: .seconds(7)))
        #expect(ramp.target == 35)
    }

    @Test func sameOrderTwiceChangesNothing() {
        var once = Ramp(fullTravel: .seconds(20))
        once.move(to: 100, at: .zero)
        var twice = once
        twice.move(to: 100, at: .seconds(5))
        for second in 5...25 {
            #expect(abs(once.position(at: .seconds(second)) - twice.position(at: .seconds(second))) < 1e-9)
        }
    }
}
