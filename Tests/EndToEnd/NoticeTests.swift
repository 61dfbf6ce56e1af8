import DomoLanguage
import DomoTestKit
import Foundation
import Testing

/// Messages to people, with the real daemon and a notifier written here.
@Suite(.waits) struct NoticeTests {
    private struct EventLine: Decodable { var event: Event }

    private static let profile = "notifier attach --target ana --target luis --group familia=ana,luis --call tiempo\n"

    /// Attaches, and reads the reply.
    private static func attach(_ household: Household) throws -> Connection {
        let notifier = try Connection(socket: household.socket)
        try notifier.send(profile)
        let reply = try #require(try notifier.line())
        #expect(reply.contains("\"attached\":true"), "\(reply)")
        return notifier
    }

    /// The next event for the notifier; replies are skipped.
    private static func next(_ notifier: Connection) throws -> Delivery {
        while let line = try notifier.line() {
            guard line.hasPrefix("{\"event\"") else { continue }
            let event = try JSONDecoder().decode(EventLine.self, from: Data(line.utf8)).event
            if event.kind == .delivery { return try #require(event.delivery) }
        }
        throw KitFault(description: "the daemon closed the connection of the notifier")
    }

    private static func with(scenes: [String: String] = [:], _ body: (Household) throws -> Void) throws {
        try Household.with { household in
            try household.folder.write(
                "home.xml",
                Household.oneHouse("<Dispositivo><Nombre>Puerta</Nombre><Tipo>1</Tipo><d:Virtual/></Dispositivo>")
                    .replacingOccurrences(of: "<Viviendas>", with: "<Viviendas xmlns:d=\"urn:domo:house:1\">")
            )
            for (name, text) in scenes { try household.folder.write("scenes/\(name).domo", text) }
            try household.startedDaemon(household.places)
            try body(household)
        }
    }

    @Test func messageIsSentAndItsOutcomeIsShown() throws {
        let scene = "when Puerta on\nnotify \"abierta: {Puerta}\" to familia, urgent\n"
        try Self.with(scenes: ["puerta": scene]) { household in
            let notifier = try Self.attach(household)
            expect(try household.domo("set", "Puerta", "on"))
            let (one, other) = (try Self.next(notifier), try Self.next(notifier))
            #expect(one.text == "abierta: on" && one.target == "ana" && other.target == "luis")
            #expect(one.code?.count == 24 && one.scene == "puerta")
            try notifier.send("notifier done \(one.id) sent\nnotifier done --message 'HTTP 403' \(other.id) failed\n")
            try household.eventually("outcomes") {
                try household.domo("notices").output.contains("HTTP 403")
            }
            expect(
                try household.domo("notices"),
                says: ["urgent", "abierta: on", "open", "ana", "sent", "luis", "failed"]
            )
            expect(try household.domo("why", "Puerta"), says: ["messages to people", "abierta: on"])
            expect(
                try household.domo("status"),
                says: ["notices", "attached", "1 open", "1 message sent", "1 not sent"]
            )
            // By the code of the message, without any right.
            let code = try #require(one.code)
            expect(try household.domo("notices", "ack", "1", "--code", String(code.reversed())), status: 77)
            expect(try household.domo("notices", "ack", "1", "--code", code), says: ["acknowledged"])
        }
    }

    @Test func commandWaitsForTheOutcome() throws {
        try Self.with { household in
            expect(try household.domo("notify", "hola", "--to", "ana", "--no-wait"), says: ["waiting"])
            let notifier = try Self.attach(household)
            #expect(try Self.next(notifier).text == "hola")
            expect(try household.domo("notify", "hola", "--to", "nadie"), status: 64, says: ["use ana, luis, familia"])
            let command = try household.start("domo", ["notify", "otra", "--to", "luis"])
            let delivery = try Self.next(notifier)
            #expect(delivery.text == "otra" && delivery.target == "luis")
            try notifier.send("notifier done \(delivery.id) failed --message 'HTTP 500'\n")
            #expect(try command.waitForEnd() == 69)
            #expect(command.output.contains("HTTP 500"))
        }
    }

    /// Whatever the moment of a kill: no message is handed over twice, and none is forgotten.
    @Test func noMessageIsSentTwiceWhenTheDaemonIsKilled() throws {
        try Self.with { household in
            var seen: [UInt64: String] = [:]
            for round in 1...6 {
                let notifier = try Self.attach(household)
                // What the run before could not hand over comes first.
                let client = try Connection(socket: household.socket)
                for number in 1...10 { try client.send("notify --to ana --no-wait 'm\(round).\(number)'\n") }
                for _ in 1...10 { _ = try client.line() }
                for _ in 0..<min(round * 2 - 1, 9) {
                    let delivery = try Self.next(notifier)
                    #expect(seen.updateValue(delivery.text, forKey: delivery.id) == nil, "\(delivery.text)")
                }
                household.daemon?.finish()
                // Events that were under way when it was killed.
                while let line = try? notifier.line() {
                    guard line.hasPrefix("{\"event\""),
                        let delivery = try JSONDecoder().decode(EventLine.self, from: Data(line.utf8)).event.delivery
                    else { continue }
                    #expect(seen.updateValue(delivery.text, forKey: delivery.id) == nil, "\(delivery.text)")
                }
                try household.startedDaemon(household.places)
            }
            #expect(Set(seen.values).count == seen.count)
        }
    }

    @Test func answerOfACallDecides() throws {
        let scene = """
            call tiempo at most 30s
            if answer of tiempo status 200: set Puerta on
            else: notify "sin respuesta" to ana
            """
        try Self.with(scenes: ["t": scene]) { household in
            expect(try household.domo("scene", "t"), status: 69, says: ["no notifier is attached"])
            let notifier = try Self.attach(household)
            let command = try household.start("domo", ["scene", "t"])
            let call = try Self.next(notifier)
            #expect(call.reason == .call && call.target == "tiempo")
            try notifier.send("notifier done \(call.id) sent --status 200\n")
            #expect(try command.waitForEnd() == 0)
            #expect(try household.reading("Puerta").value == "on")
            expect(try household.domo("scene", "t", "--explain"), says: ["call tiempo"])
            try household.folder.write("own.domo", "call tiempo\n")
            expect(
                try household.domo("run", "\(household.folder.path)/own.domo"),
                status: 77,
                says: ["can only be used by scenes in the scene folder"]
            )
        }
    }
}
