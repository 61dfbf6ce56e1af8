import DomoLanguage
import DomoModel
import Testing

@testable import DomoNotify

/// What is sent when.
struct DispatcherTests {
    private var dispatcher = Dispatcher(seed: 1)

    private mutating func attempts() -> [UInt64] {
        dispatcher.takeEffects().compactMap { if case .attempt(let delivery, _) = $0 { delivery.id } else { nil } }
    }

    private mutating func reports() -> [DeliveryReport] {
        dispatcher.takeEffects().compactMap { if case .report(let report) = $0 { report } else { nil } }
    }

    @Test mutating func deliveryIsSentAtOnce() {
        dispatcher.add(.sample(1), timeLeft: .seconds(60), at: .zero)
        #expect(dispatcher.takeEffects() == [.attempt(.sample(1), timeout: .seconds(30))])
        dispatcher.ended(.sample(1), .sent(), at: .seconds(1))
        #expect(dispatcher.takeEffects() == [.report(DeliveryReport(id: 1, outcome: .sent))])
        #expect(dispatcher.isIdle && dispatcher.nextMoment == nil)
    }

    @Test mutating func laneSendsOneAfterTheOther() {
        for id in 1...3 { dispatcher.add(.sample(UInt64(id)), timeLeft: .seconds(60), at: .zero) }
        dispatcher.add(.sample(9, to: "luis"), timeLeft: .seconds(60), at: .zero)
        #expect(attempts() == [1, 9])
        dispatcher.ended(.sample(1), .failed("x"), at: .seconds(1))
        #expect(attempts() == [2])
    }

    @Test mutating func callAndTargetOfTheSameNameHaveLanesOfTheirOwn() {
        dispatcher.add(.sample(1, to: "a"), timeLeft: .seconds(60), at: .zero)
        dispatcher.add(.sample(2, to: "a", reason: .call), timeLeft: .seconds(60), at: .zero)
        #expect(attempts() == [1, 2])
    }

    @Test mutating func timeoutEndsWithTheDeadline() {
        dispatcher.add(.sample(1), timeLeft: .seconds(3), at: .seconds(10))
        #expect(dispatcher.takeEffects() == [.attempt(.sample(1), timeout: .seconds(3))])
    }

    @Test mutating func nothingIsSentAfterItsDeadline() {
        dispatcher.add(.sample(1), timeLeft: .zero, at: .seconds(10))
        dispatcher.add(.sample(2), timeLeft: .seconds(-5), at: .seconds(10))
        #expect(reports().map(\.outcome) == [.failed, .failed])
    }

    @Test mutating func retriesWaitLongerEachTimeAndKeepTheirOrder() {
        dispatcher.add(.sample(1), timeLeft: .seconds(600), at: .zero)
        dispatcher.add(.sample(2), timeLeft: .seconds(600), at: .zero)
        var now = Duration.zero
        var pauses: [Duration] = []
        for _ in 1...5 {
            #expect(attempts() == [1])
            dispatcher.ended(.sample(1), .retry("no connection"), at: now)
            let next = dispatcher.nextMoment ?? .zero
            dispatcher.advance(to: next - .milliseconds(1))
            #expect(attempts() == [])
            pauses.append(next - now)
            now = next
            dispatcher.advance(to: now)
        }
        for (number, pause) in pauses.enumerated() {
            let whole = Duration.seconds(1 << number)
            #expect(pause >= whole / 2 && pause <= whole)
        }
    }

    @Test mutating func pauseOfTheServerHolds() {
        dispatcher.add(.sample(1), timeLeft: .seconds(600), at: .zero)
        dispatcher.ended(.sample(1), .retry("HTTP 429", after: .seconds(100)), at: .zero)
        dispatcher.add(.sample(2), timeLeft: .seconds(600), at: .seconds(50))
        #expect(attempts() == [1])
        #expect(dispatcher.nextMoment == .seconds(100))
        dispatcher.advance(to: .seconds(100))
        #expect(attempts() == [1])
    }

    @Test mutating func pauseBeyondTheDeadlineIsAFailureAtOnce() {
        dispatcher.add(.sample(1), timeLeft: .seconds(60), at: .zero)
        dispatcher.ended(.sample(1), .retry("HTTP 429", after: .seconds(60)), at: .zero)
        #expect(
            reports() == [
                DeliveryReport(id: 1, outcome: .failed, message: "not sent before its deadline; last: HTTP 429")
            ]
        )
    }

    @Test mutating func callReportsItsLastAnswerAtTheDeadline() {
        let call = Delivery.sample(1, reason: .call)
        dispatcher.add(call, timeLeft: .seconds(5), at: .zero)
        let answer = CallAnswer(status: 503)
        dispatcher.ended(call, .retry("HTTP 503", after: .seconds(60), otherwise: .sent(answer: answer)), at: .zero)
        #expect(reports() == [DeliveryReport(id: 1, outcome: .sent, answer: answer)])
    }

    @Test mutating func withdrawnIsNotSent() {
        dispatcher.add(.sample(1), timeLeft: .seconds(60), at: .zero)
        dispatcher.add(.sample(2), timeLeft: .seconds(60), at: .zero)
        dispatcher.withdraw(2, at: .zero)
        // It is being sent already.
        dispatcher.withdraw(1, at: .zero)
        #expect(reports() == [DeliveryReport(id: 2, outcome: .failed, message: "withdrawn")])
        dispatcher.ended(.sample(1), .retry("x"), at: .zero)
        dispatcher.withdraw(1, at: .zero)
        #expect(reports() == [DeliveryReport(id: 1, outcome: .failed, message: "withdrawn")])
        #expect(dispatcher.nextMoment == nil)
    }

    @Test mutating func queueIsBounded() {
        for id in 1...200 { dispatcher.add(.sample(UInt64(id)), timeLeft: .seconds(60), at: .zero) }
        #expect(reports().count == 200 - 1 - dispatcher.limits.waiting)
    }

    @Test mutating func attemptsAtTheSameTimeAreBounded() {
        dispatcher = Dispatcher(limits: .init(parallel: 3), seed: 1)
        for id in 1...5 { dispatcher.add(.sample(UInt64(id), to: "t\(id)"), timeLeft: .seconds(60), at: .zero) }
        #expect(attempts() == [1, 2, 3])
        dispatcher.ended(.sample(2, to: "t2"), .sent(), at: .zero)
        #expect(attempts() == [4])
    }

    @Test mutating func stoppedItBeginsNothing() {
        dispatcher.add(.sample(1), timeLeft: .seconds(60), at: .zero)
        dispatcher.add(.sample(2), timeLeft: .seconds(60), at: .zero)
        dispatcher.stop()
        dispatcher.ended(.sample(1), .sent(), at: .zero)
        #expect(reports().map(\.id) == [1])
        #expect(dispatcher.isIdle)
    }

    @Test mutating func removedTargetIsReported() {
        for id in 1...3 { dispatcher.add(.sample(UInt64(id)), timeLeft: .seconds(60), at: .zero) }
        _ = dispatcher.takeEffects()
        dispatcher.keep(targets: ["luis"], calls: ["ana"], at: .zero)
        #expect(reports().map(\.id) == [2, 3])
    }

    /// Whatever happens: one report for each delivery, one attempt at a time for each target, none after a deadline.
    @Test(arguments: 0..<200 as Range<UInt64>)
    func eachDeliveryHasOneOutcome(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var dispatcher = Dispatcher(limits: .init(parallel: 4, waiting: 5), seed: seed)
        var now = Duration.zero
        var deadlines: [UInt64: Duration] = [:]
        var running: [UInt64: Delivery] = [:]
        var reported: [UInt64: Int] = [:]
        var next: UInt64 = 1
        func take(_ dispatcher: inout Dispatcher) {
            for effect in dispatcher.takeEffects() {
                switch effect {
                case .attempt(let delivery, let timeout):
                    #expect(!running.values.contains { $0.target == delivery.target })
                    #expect(now + timeout <= deadlines[delivery.id] ?? .zero && timeout > .zero)
                    #expect(reported[delivery.id] == nil)
                    running[delivery.id] = delivery
                    #expect(running.count <= 4)
                case .report(let report):
                    #expect(running[report.id] == nil)
                    reported[report.id, default: 0] += 1
                }
            }
        }
        for step in 0..<400 {
            switch random.below(5) {
            case 0 where step < 300:
                let left = Duration.seconds(random.below(60) - 2)
                deadlines[next] = now + left
                dispatcher.add(.sample(next, to: "t\(random.below(6))"), timeLeft: left, at: now)
                next += 1
            case 1, 2:
                guard let delivery = running.values.sorted(by: { $0.id < $1.id }).first else { break }
                running[delivery.id] = nil
                let ends: [AttemptEnd] = [
                    .sent(), .failed("x"), .unknown("x"), .retry("x"), .retry("x", after: .seconds(random.below(30))),
                ]
                dispatcher.ended(delivery, ends[random.below(5)], at: now)
            case 3: dispatcher.withdraw(UInt64(random.below(Int(next) + 1)), at: now)
            default:
                now += .seconds(random.below(10))
                dispatcher.advance(to: now)
            }
            take(&dispatcher)
        }
        for delivery in running.values.sorted(by: { $0.id < $1.id }) {
            running[delivery.id] = nil
            dispatcher.ended(delivery, .sent(), at: now)
            take(&dispatcher)
        }
        while let moment = dispatcher.nextMoment {
            now = max(now, moment)
            dispatcher.advance(to: now)
            take(&dispatcher)
            for delivery in running.values.sorted(by: { $0.id < $1.id }) {
                running[delivery.id] = nil
                dispatcher.ended(delivery, .sent(), at: now)
                take(&dispatcher)
            }
        }
        #expect(reported.count == Int(next) - 1 && reported.values.allSatisfy { $0 == 1 })
        #expect(dispatcher.isIdle)
    }
}
