import DomoTestKit
import Foundation
import Testing

/// The house is polled, whoever changes it.
@Suite(.waits) struct ReadingTests {
    @Test(arguments: [[Household.Question.all], [.one]])
    func stateIsKnownWithoutAnyOrder(questions: [Household.Question]) throws {
        try Household.reporting(Household.Reading(questions: questions)) { household in
            try household.waitForReading("Buzzer", "off")
            try household.waitForReading("Louver", "down")
            #expect(try household.reading("Buzzer").by == "house")
            expect(try household.domo("status"), says: ["reachable"])
            if questions == [.all] { expect(try household.domo("status"), says: ["state read"]) }
        }
    }

    @Test(arguments: [[Household.Question.all], [.one]])
    func wallSwitchIsAnEvent(questions: [Household.Question]) throws {
        try Household.reporting(Household.Reading(questions: questions)) { household in
            try household.waitForReading("Buzzer", "off")
            let watch = try household.startWatch()
            try household.atTheWall("Buzzer", "on")
            _ = try watch.wait(for: "the switch") { output, _ in
                output.split(separator: "\n").contains { $0.contains("Buzzer  on  by house") } ? () : nil
            }
            try household.waitForReading("Buzzer", "on")
            #expect(try household.reading("Buzzer").by == "house")
            #expect(try household.signals().isEmpty)
        }
    }

    @Test func wallSwitchAfterAnOrderIsNotAMismatch() throws {
        try Household.reporting { household in
            expect(try household.domo("set", "Buzzer", "on", "--wait", "confirmed"))
            try household.atTheWall("Buzzer", "off")
            try household.waitForReading("Buzzer", "off")
            #expect(try household.orders().map(\.stage) == ["confirmed"])
        }
    }

    @Test func unreachableHouseIsStaleAndFreshOnceItIsBack() throws {
        try Household.reporting { household in
            expect(try household.domo("set", "Buzzer", "on", "--wait", "confirmed"))
            let known = try household.reading("Buzzer")
            let port = household.port
            try household.killSimulator()
            try household.waitForStale("Buzzer")
            let stale = try household.reading("Buzzer")
            #expect(stale.value == "on")
            #expect(stale.since == known.since)
            expect(try household.domo("show", "Buzzer"), says: ["on (stale)", "stale, last known"])
            expect(try household.domo("ls", "-r"), says: ["(stale)"])
            // The reading may be stale because of its age.
            try household.waitUntilUnreachable()
            expect(try household.domo("status"), says: ["unreachable"])

            // After a power cut, everything is off.
            try household.startSimulator(port: port)
            try household.waitForReading("Buzzer", "off")
            #expect(try household.reading("Buzzer").by == "house")
            expect(try household.domo("status"), says: ["reachable"])
        }
    }

    @Test(.letsTimePass) func readingNotUpdatedForLongIsStale() throws {
        try Household.reporting(Household.Reading(timing: ["max-age: 2s"])) { household in
            try household.waitForReading("Buzzer", "off")
            try household.injectFault("fault=garbage")
            try household.waitForStale("Buzzer")
            // The server answers: it is reachable and accepts orders.
            expect(try household.domo("status"), says: ["reachable", "its state can't be read"])
            expect(try household.domo("set", "Louver", "up"), says: ["accepted"])
            try household.removeFaults()
            try household.waitForReading("Buzzer", "off")
            try household.waitForReading("Louver", "up")
        }
    }

    @Test(.letsTimePass) func onlyTheElementMissingFromTheAnswersGoesStale() throws {
        try Household.reporting(Household.Reading(timing: ["max-age: 2s"])) { household in
            try household.waitForReading("Buzzer", "off")
            try household.injectFault("fault=missing&name=Buzzer")
            try household.waitForStale("Buzzer")
            try household.eventually("only Buzzer stale") {
                try household.reading("Buzzer").stale && !household.reading("Louver").stale
            }
        }
    }

    @Test(.letsTimePass, arguments: [429, 503])
    func retryAfterIsObeyed(status: Int) throws {
        try Household.reporting(Household.Reading(questions: [.all])) { household in
            try household.waitForReading("Buzzer", "off")
            try household.injectFault("fault=busy&on=states&status=\(status)&retry-after=3&count=1")
            var questions: [Household.RequestSeen] = []
            try household.eventually("a question after the refusal") {
                questions = try household.requests("GET")
                guard let refused = questions.firstIndex(where: { $0.status == status }) else { return false }
                return questions.count > refused + 1
            }
            let refused = try #require(questions.firstIndex { $0.status == status })
            #expect(questions[refused + 1].seconds - questions[refused].seconds >= 2.95, "\(questions)")
            try household.waitForReading("Buzzer", "off")
        }
    }

    @Test(.letsTimePass, arguments: [429, 503])
    func orderIsSentAgainAfterRetryAfter(status: Int) throws {
        try Household.reporting { household in
            try household.injectFault("fault=busy&on=signals&status=\(status)&retry-after=2&count=1")
            let receipt = try household.ask("set --wait confirmed Buzzer on", Household.ReceiptSeen.self)
            #expect(receipt.outcome == "confirmed")
            #expect(receipt.attempts == 2)
            let signals = try household.requests("POST").filter { $0.target.contains("operation") }
            #expect(signals.map(\.status) == [status, 204])
            #expect(signals.last!.seconds - signals.first!.seconds >= 1.95, "\(signals)")
        }
    }

    @Test(.letsTimePass) func manyElementsAreReadSlowlyAtTheStart() throws {
        let perSecond = 20
        let reading = Household.Reading(questions: [.one], timing: ["per-second: \(perSecond)"])
        try Household.reporting(home: Household.lamps(500), reading) { household in
            // Orders are sent at the same time.
            for number in [500, 250, 1] {
                expect(try household.domo("set", "Lamp\(number)", "on"), says: ["accepted"])
            }
            #expect(try household.requests("GET").count < 500)
            var times: [Double] = []
            try household.eventually("so many questions") {
                times = try household.requests("GET").map(\.seconds)
                return times.count >= perSecond * 4
            }
            // Since the start of the simulator, before that of the daemon: reads that arrive late don't matter. Reads for
            // confirming orders are additional, and so are those of the first moment.
            for (number, time) in times.sorted().enumerated() {
                #expect(Double(number) <= (time + 1) * Double(perSecond) + 6, "\(number) after \(time) s")
            }
            // Each in turn, none twice before all had one, except for the three with orders.
            let targets = try household.requests("GET").map(\.target)
            let polled = targets.filter { target in !["500", "250", "1"].contains { target.hasSuffix("Lamp\($0)") } }
            #expect(Set(polled).count == polled.count)
        }
    }

    @Test func ordersComeBeforeReadsOfASlowServer() throws {
        let reading = Household.Reading(questions: [.all, .one], server: ["max-in-flight: 1"])
        try Household.reporting(simulator: ["--fault", "slow on=states latency=60s"], reading) { household in
            try household.eventually("a question under way") { try !household.requests("GET").isEmpty }
            for value in ["on", "off", "on", "off", "on"] {
                expect(try household.domo("set", "Buzzer", value), says: ["accepted"])
            }
            #expect(try household.signals().count == 5)
        }
    }

    @Test func readFromBeforeAnOrderDoesNotUndoIt() throws {
        let reading = Household.Reading(questions: [.all], timing: [])
        try Household.reporting(reading) { household in
            try household.waitForReading("Buzzer", "off")
            // The read is pending with the old value while the order is carried out.
            let watch = try household.startWatch()
            let polls = try household.requests("GET").count
            try household.injectFault("fault=slow&on=states&latency=1500ms&count=1")
            try household.eventually("a slow question") { try household.requests("GET").count > polls }
            expect(try household.domo("set", "Buzzer", "on", "--wait", "confirmed"))
            try household.atTheWall("Louver", "up")
            _ = try watch.wait(for: "what came later") { output, _ in output.contains("Louver") ? () : nil }
            #expect(!watch.output.contains("off  by house"), "\(watch.output)")
        }
    }
}
