import DomoEngine
import DomoLanguage
import DomoModel
import NIOCore
import Testing

@testable import DomoDaemon

@Suite(.serialized) struct RuntimeMemoryTests {
    @Test func answerIsSentOnceItsOutcomeIsStored() async throws {
        let memory = FakeMemory(disk: .hangs)
        try await ServedHouse.with(memory: memory) { house in
            let client = try house.client()
            try client.send("set Lamp1 on\n")
            try await house.eventually { memory.isPending }
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

    @Test func onlyRepliesAboutUnsettledOrdersWaitForThem() async throws {
        let memory = FakeMemory()
        try await ServedHouse.with(memory: memory) { house in
            let client = try house.client()
            #expect(try client.ask("set Lamp1 on").contains(#""outcome":"accepted""#))
            #expect(memory.requests == [false])
            #expect(try client.ask("set Lamp2 on --wait none").contains(#""outcome":"requested""#))
            #expect(memory.requests == [false, true])
            #expect(try client.ask("set Lamp1 off").contains(#""outcome":"accepted""#))
            #expect(memory.requests == [false, true, false])
        }
    }

    @Test func failingDiskStopsNoOrderAndIsReported() async throws {
        try await ServedHouse.with(memory: FakeMemory(disk: .fails)) { house in
            let client = try house.client()
            let line = try client.ask("set Lamp1 on")
            #expect(line.contains(#""outcome":"accepted""#) && line.contains(#""stored":false"#))
            let refused = try client.ask("set Lamp1 77")
            #expect(refused.contains("refused-value") && !refused.contains("stored"))
            #expect(try client.ask("status").contains(#""memory":{"state":"failing""#))
            let scene = try client.ask("run Noche 'set Lamp1 off'")
            #expect(scene.contains(#""outcome":"done""#) && scene.contains(#""stored":false"#))
            // The last orders are still known.
            #expect(try client.ask("orders").contains(#""stage":"accepted""#))
        }
    }

    @Test func hangingDiskDelaysAnAnswerForALimitedTime() async throws {
        let memory = FakeMemory(disk: .hangs)
        try await ServedHouse.with(memory: memory, diskPatience: .milliseconds(200)) { house in
            let client = try house.client()
            let line = try client.ask("set Lamp1 on")
            #expect(line.contains(#""stored":false"#))
            // A late completion finds no waiting reply and does no harm.
            memory.store()
            #expect(try client.ask("set Lamp1 off").contains(#""outcome":"accepted""#))
        }
    }

    @Test func queriesDoNotWaitForTheDisk() async throws {
        let memory = FakeMemory(disk: .hangs)
        try await ServedHouse.with(memory: memory) { house in
            let client = try house.client()
            try client.send("set Lamp1 on --wait none\n")
            let other = try house.client()
            #expect(try other.ask("show Lamp2").contains("Lamp2"))
            memory.store()
        }
    }

    @Test func storedReadingsAreRestoredAsStale() async throws {
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

    /// A watcher gets each state, and is not disconnected for getting many at once.
    @Test func longAnswersAreHandledInPieces() async throws {
        let plan = ReadPolicy(readsAll: true, interval: .seconds(3600))
        // The states are read only once, so the reads are held until a client is watching.
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
