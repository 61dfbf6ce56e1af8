import DomoTestKit
import Foundation
import Testing

@Suite(.waits) struct ManyClientsTests {
    @Test func twoHundredPeopleAtOnce() throws {
        try Household.running(home: Household.lamps(200)) { household in
            let people = try (1...200).map {
                try household.start("domo", ["set", "Lamp\($0)", "on", "--deadline", "5m"])
            }
            for person in people {
                #expect(try person.waitForEnd() == 0, "\(person.errorOutput)")
            }
            let lines = try household.signalLines(count: 200)
            #expect(Set(lines) == Set((1...200).map { "POST operation=enable name=Lamp\($0) → 204" }))
        }
    }

    @Test func twoHundredConnectionsAtOnce() throws {
        try Household.running(home: Household.lamps(200)) { household in
            let connections = try (1...200).map { _ in try Connection(socket: household.socket) }
            for (index, connection) in connections.enumerated() {
                try connection.send("set Lamp\(index + 1) on --deadline 5m\n")
            }
            for connection in connections {
                let line = try #require(try connection.line())
                #expect(line.contains("\"outcome\":\"accepted\""), "\(line)")
            }
            #expect(try household.signalLines(count: 200).count == 200)
        }
    }

    @Test func tenThousandLinesThroughOneConnection() throws {
        try Household.running(home: Household.lamps(50)) { household in
            // Each element alternates between on and off, which shows a wrong order.
            let lines = (0..<10_000).map { "set Lamp\($0 % 50 + 1) \($0 / 50 % 2 == 0 ? "on" : "off") --deadline 5m\n" }
            expect(try household.run("domo", ["-"], input: lines.joined()), output: "")
            let signals = try household.signalLines(count: 10_000)
            #expect(signals.count == 10_000)
            for lamp in 1...50 {
                let own = signals.filter { $0.contains("name=Lamp\(lamp) ") }
                let inOrder = own.enumerated().allSatisfy { index, signal in
                    signal.contains(index % 2 == 0 ? "operation=enable" : "operation=disable")
                }
                #expect(own.count == 200 && inOrder, "Lamp\(lamp)")
            }
            expect(try household.domo("status"), says: ["10000 accepted, 0 failed"])
        }
    }

    @Test func mistakesInABatchNameTheirLineAndTheRestIsDone() throws {
        try Household.running { household in
            let input = """
                # a comment, and a blank line

                set Buzzer on
                set Nobody on
                sett Buzzer on
                set Louver up   # to let the sun in
                set Louver 40
                show Buzzer
                """
            let batch = try household.run("domo", ["-"], input: input)
            expect(batch, status: 68, says: ["line 4", "line 5", "line 7", "Buzzer"])
            #expect(!batch.errors.contains("line 6"))
            #expect(try household.signals().sorted() == ["enable Buzzer → 204", "enable Louver → 204"])
        }
    }

    @Test func pipelinedAnswersComeInOrder() throws {
        try Household.running(home: Household.lamps(20), simulator: ["--latency", "20ms"]) { household in
            let connection = try Connection(socket: household.socket)
            let numbers = (0..<300).map { $0 * 7 % 20 + 1 }
            try connection.send(numbers.map { "set Lamp\($0) on --deadline 5m\nshow Lamp\($0)\n" }.joined())
            for number in numbers {
                let receipt = try #require(try connection.line())
                #expect(receipt.contains("\"element\":\"Casa/Lamp\(number)\""), "\(receipt)")
                let element = try #require(try connection.line())
                #expect(element.contains("\"path\":\"Casa/Lamp\(number)\""), "\(element)")
            }
        }
    }

    @Test func supersededLevelsAreNotSent() throws {
        try Household.running { household in
            household.simulator?.send(SIGSTOP)
            let levels = (1...100).map { "dim GradualLighting \($0) --deadline 5m\n" }.joined()
            let batch = try household.start("domo", ["-", "-v"], input: household.folder.write("levels", levels))
            try household.eventually("all orders") { try household.orders("orders --last 100").count == 100 }
            household.simulator?.send(SIGCONT)
            #expect(try batch.waitForEnd() == 0)
            #expect(batch.output.contains("superseded by order"))
            #expect(
                try household.signals() == [
                    "setValue GradualLighting 1 → 204", "setValue GradualLighting 100 → 204",
                ]
            )
        }
    }

    @Test func togglesAreNotLost() throws {
        try Household.running { household in
            expect(try household.domo("set", "Buzzer", "off"))
            expect(try household.run("domo", ["-"], input: String(repeating: "toggle Buzzer\n", count: 51)))
            let signals = try household.signals().dropFirst()
            #expect(signals.count == 51)
            for (index, signal) in signals.enumerated() {
                #expect(signal == "\(index % 2 == 0 ? "enable" : "disable") Buzzer → 204")
            }
        }
    }

    @Test func housesAreReloadedDuringOrders() throws {
        try Household.running(home: Household.lamps(20), simulator: ["--latency", "5ms"]) { household in
            let lines = (0..<2000).map { "set Lamp\($0 % 20 + 1) \($0 / 20 % 2 == 0 ? "on" : "off") --deadline 5m\n" }
            try household.folder.write("orders", lines.joined())
            let batch = try household.start("domo", ["-"], input: "\(household.folder.path)/orders")
            try household.waitForOrdersInFlight()
            for _ in 1...10 { expect(try household.domo("reload"), says: ["20 elements"]) }
            #expect(try batch.waitForEnd() == 0, "\(batch.errorOutput)")
            #expect(try household.signalLines(count: 2000).count == 2000)
        }
    }

    @Test func halfClosedClientStillGetsItsReplies() throws {
        try Household.running(home: Household.lamps(3), simulator: ["--latency", "200ms"]) { household in
            let connection = try Connection(socket: household.socket)
            try connection.send("set Lamp1 on\nset Lamp2 on\nset Lamp3 on\n")
            connection.endSending()
            let lines = try connection.rest().split(separator: "\n")
            #expect(lines.count == 3 && lines.allSatisfy { $0.contains("accepted") }, "\(lines)")
        }
    }

    @Test func badClientsDoNotAffectAGoodOne() throws {
        try Household.running { household in
            // One that never reads, many that never send, one that sends garbage, one with half a line.
            let deaf = try Connection(socket: household.socket)
            let question = Array(String(repeating: "ls -r\n", count: 1000).utf8)
            while deaf.sendAtOnce(question) == question.count {}
            let silent = try (0..<100).map { _ in try Connection(socket: household.socket) }
            let garbage = try Connection(socket: household.socket)
            try garbage.send((0..<200_000).map { UInt8(truncatingIfNeeded: $0 &* 2_654_435_761 >> 7) } + [10])
            let half = try Connection(socket: household.socket)
            try half.send("set Louver u")

            for state in ["on", "off", "on"] {
                expect(try household.domo("set", "Buzzer", state, "--deadline", "60s"), says: ["accepted"])
            }
            try half.send("p\n")
            #expect(try half.line()?.contains("accepted") == true)
            #expect(try garbage.line()?.contains("\"error\"") == true)
            withExtendedLifetime((deaf, silent)) {}
        }
    }

    @Test(
        arguments: [
            (String(repeating: "x", count: 70_000), "bad-line"), ("set \u{0} on", "unknown-element"),
            ("set 'Buzzer on", "bad-request"),
            ("{\"set\":1}", "bad-request"), ("GET / HTTP/1.1", "bad-request"),
        ] as [(String, String)]
    )
    func invalidLineIsAnsweredAndTheNextIsRead(line: String, code: String) throws {
        try Household.running { household in
            let connection = try Connection(socket: household.socket)
            try connection.send("\(line)\nset Buzzer on\n")
            let answer = try #require(try connection.line())
            #expect(answer.contains("\"code\":\"\(code)\""), "\(answer)")
            let next = try #require(try connection.line())
            #expect(next.contains("accepted"), "\(next)")
        }
    }

    @Test func truncatedLineIsNotCarriedOut() throws {
        try Household.running { household in
            let connection = try Connection(socket: household.socket)
            try connection.send("set Buzzer on")
            connection.endSending()
            #expect(try connection.rest().contains("the last line is incomplete"))
            #expect(try household.signals() == [])
        }
    }
}
