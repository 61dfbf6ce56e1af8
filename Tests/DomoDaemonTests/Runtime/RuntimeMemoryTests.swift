import DomoEngine
import DomoLanguage
import DomoModel
import NIOCore
import Testing

@testable import DomoDaemon

@Suite(.serialized) struct RuntimeMemoryTests {
    @Test func answerComesOnceItsOutcomeIsStored() async throws {
        let memory = FakeMemory(disk: .hangs)
        try await ServedHouse.with(memory: memory) { house in
            let client = try house.client()
            try client.send("set Lamp1 on\n")
            try await house.eventually { memory.isAsked }
            #expect(
                memory.records.contains {
                    if case .order(let order, _) = $0 { order.stage == .accepted } else { false }
                }
            )
            memory.store()
            let line = try #require(try client.line())
            #expect(line.contains(#""outcome":"accepted""#) && !line.contains("stored"))
        }
    }

    @Test func onlyWhoIsToldOfAnOrderUnderWayHasItStored() async throws {
        let memory = FakeMemory()
        try await ServedHouse.with(memory: memory) { house in
            let client = try house.client()
            #expect(try client.ask("set Lamp1 on").contains(#""outcome":"accepted""#))
            #expect(memory.asked == [false])
            #expect(try client.ask("set Lamp2 on --wait none").contains(#""outcome":"requested""#))
            #expect(memory.asked == [false, true])
            #expect(try client.ask("set Lamp1 off").contains(#""outcome":"accepted""#))
            #expect(memory.asked == [false, true, false])
        }
    }

    @Test func failingDiskStopsNoOrderAndIsTold() async throws {
        try await ServedHouse.with(memory: FakeMemory(disk: .fails)) { house in
            let client = try house.client()
            let line = try client.ask("set Lamp1 on")
            #expect(line.contains(#""outcome":"accepted""#) && line.contains(#""stored":false"#))
            let refused = try client.ask("set Lamp1 77")
            #expect(refused.contains("refused-value") && !refused.contains("stored"))
            #expect(try client.ask("status").contains(#""memory":{"state":"failing""#))
            let scene = try client.ask("run Noche 'set Lamp1 off'")
            #expect(scene.contains(#""outcome":"done""#) && scene.contains(#""stored":false"#))
            // The last orders are known all the same.
            #expect(try client.ask("orders").contains(#""stage":"accepted""#))
        }
    }

    @Test func diskThatHangsHoldsAnAnswerUpForAWhileOnly() async throws {
        let memory = FakeMemory(disk: .hangs)
        try await ServedHouse.with(memory: memory, diskPatience: .milliseconds(200)) { house in
            let client = try house.client()
            let line = try client.ask("set Lamp1 on")
            #expect(line.contains(#""stored":false"#))
            // What comes back late finds nobody who waits, and harms nobody.
            memory.store()
            #expect(try client.ask("set Lamp1 off").contains(#""outcome":"accepted""#))
        }
    }

    @Test func questionsDoNotWaitForTheDisk() async throws {
        let memory = FakeMemory(disk: .hangs)
        try await ServedHouse.with(memory: memory) { house in
            let client = try house.client()
            try client.send("set Lamp1 on --wait none\n")
            let other = try house.client()
            #expect(try other.ask("show Lamp2").contains("Lamp2"))
            memory.store()
        }
    }

    @Test func whatWasKnownComesBackStale() async throws {
        let reading = Reading(value: .on, certainty: .confirmed, since: Timestamp(milliseconds: 1), cause: .user("eva"))
        let memory = FakeMemory(
            Memory(readings: [.init(element: "Casa/Salon/Lamp1", type: .binary, reading: reading)], lastOrder: 6)
        )
        try await ServedHouse.with(memory: memory) { house in
            let client = try house.client()
            let line = try client.ask("show Lamp1")
            #expect(line.contains(#""stale":true"#) && line.contains(#""by":"eva""#))
            #expect(try client.ask("set Lamp2 on").contains(#""id":7"#))
        }
    }

    /// A watcher hears of each, and is not cut off for hearing of many at once.
    @Test func longAnswersAreTakenInPieceByPiece() async throws {
        let plan = ReadPolicy(readsAll: true, interval: .seconds(3600))
        // The states are asked for once: they must not be there before somebody watches.
        try await ServedHouse.with(lamps: 5000, reading: plan, holdsReads: true) { house in
            let client = try house.client()
            #expect(try client.ask("watch") == #"{"ok":{}}"#)
            house.link.releaseReads()
            var confirmed = 0
            while confirmed < 5000 {
                let line = try #require(try client.line(), "cut off after \(confirmed) events")
                if line.contains(#""certainty":"confirmed""#) { confirmed += 1 }
            }
        }
    }
}
