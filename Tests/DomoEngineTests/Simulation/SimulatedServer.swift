import DomoEngine
import DomoModel

@testable import struct DomoEngine.SplitMix64

/// What becomes of one dispatch, decided when it is sent.
struct Fate {
    var outcome: Outcome
    var delay: Duration
    /// What the driver reports at once when it is told to give the dispatch up; nil where the report is on its way
    /// already and wins the race.
    var whenCancelled: Outcome?
}

/// A server that is well for a while, and then otherwise.
struct SimulatedServer {
    enum Mood: CaseIterable {
        case well, slow, refusing, busy, outOfReach, losingAnswers, silent, mixed
    }

    let label: String
    private var mood = Mood.well
    private var moodEnds: Instant

    init(label: String, at now: Instant) {
        self.label = label
        moodEnds = now
    }

    mutating func fate(of dispatch: Dispatch, at now: Instant, using random: inout SplitMix64) -> Fate {
        if moodEnds <= now {
            mood = Bool.random(using: &random) ? .well : Mood.allCases.randomElement(using: &random) ?? .well
            moodEnds = now + .milliseconds(Int.random(in: 50...20_000, using: &random))
        }
        if dispatch.action == .text(FakeDriver.impossibleText) {
            return Fate(outcome: .impossible(SignalFault(message: "no signal for it")), delay: .zero)
        }
        var today = mood
        while today == .mixed { today = Mood.allCases.randomElement(using: &random) ?? .well }
        let whenCancelled: Outcome? = Bool.random(using: &random) ? .lost(reason: "given up") : nil
        func milliseconds(_ range: ClosedRange<Int>) -> Duration {
            .milliseconds(Int.random(in: range, using: &random))
        }
        switch today {
        case .well, .mixed:
            return Fate(outcome: .accepted, delay: milliseconds(0...30), whenCancelled: whenCancelled)
        case .slow:
            let delay = milliseconds(50...3000)
            guard delay > dispatch.timeout else {
                return Fate(outcome: .accepted, delay: delay, whenCancelled: whenCancelled)
            }
            return tooLate(dispatch, whenCancelled, using: &random)
        case .refusing:
            return Fate(outcome: .refused(reason: "404", isPassing: false), delay: milliseconds(0...50))
        case .busy:
            return Fate(outcome: .refused(reason: "503", isPassing: true), delay: milliseconds(0...50))
        case .outOfReach:
            return Fate(
                outcome: .notSent(reason: "connection refused"),
                delay: min(milliseconds(0...2000), dispatch.timeout),
                whenCancelled: .notSent(reason: "given up")
            )
        case .losingAnswers:
            return Fate(
                outcome: .lost(reason: "connection closed"),
                delay: min(milliseconds(0...500), dispatch.timeout)
            )
        case .silent:
            return tooLate(dispatch, whenCancelled, using: &random)
        }
    }

    private func tooLate(_ dispatch: Dispatch, _ cancelled: Outcome?, using random: inout SplitMix64) -> Fate {
        let late: Outcome = Bool.random(using: &random) ? .accepted : .lost(reason: "timeout")
        let lateness = Duration.milliseconds(Int.random(in: 0...2500, using: &random))
        return Fate(outcome: late, delay: dispatch.timeout + lateness, whenCancelled: cancelled)
    }
}
