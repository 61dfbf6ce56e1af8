import DomoFleet
import Testing

@testable import DomoFleetStore

/// What a worker replies when it is asked for the time.
struct WorkerClockTests {
    private static let states: [KernelClock] = [.unsynchronized, .unknown]

    @Test func errorOfTheKernelIsPassedOn() {
        for isTrusted in [false, true] {
            let clock = WorkerClock(isTrusted: isTrusted)
            #expect(clock.reply(at: 7, .synchronized(error: 250)) == .time(7, error: 250))
            #expect(clock.reply(at: 7, .synchronized(error: 15_000)) == .time(7, error: 15_000))
        }
    }

    @Test(arguments: states)
    func timeOfAClockThatIsNotSynchronizedIsOnlyRepliedIfItIsTrusted(_ state: KernelClock) {
        #expect(WorkerClock(isTrusted: false).reply(at: 7, state) == .unsynchronized)
        #expect(WorkerClock(isTrusted: true).reply(at: 7, state) == .time(7, error: KernelClock.minError))
    }

    @Test(arguments: states)
    func logSaysOnceThatHousesDoNotGetTheTime(_ state: KernelClock) {
        var clock = WorkerClock(isTrusted: false)
        for round in 0..<3 {
            let note = clock.takeNote(state)
            #expect(note?.isWarning == true && note?.text.contains("--trust-clock") == true)
            #expect(clock.takeNote(.unknown) == nil && clock.takeNote(.unsynchronized) == nil)
            #expect(clock.takeNote(.synchronized(error: 100))?.isWarning == false, "\(round)")
            #expect(clock.takeNote(.synchronized(error: 1200)) == nil)
        }
    }

    @Test func rightClockIsNoNews() {
        var clock = WorkerClock(isTrusted: false)
        #expect(clock.takeNote(.synchronized(error: 100)) == nil)
        #expect(clock.takeNote(.unsynchronized)?.isWarning == true)
        var trusted = WorkerClock(isTrusted: true)
        for state in Self.states + [.synchronized(error: 100)] { #expect(trusted.takeNote(state) == nil) }
    }
}
