import DomoModel
import Testing

@testable import DomoFleet

/// A house with faults, from many seeds: nothing is lost, nothing is double but as the same batch, and no order is carried
/// out twice or late.
struct HubSimulationTests {
    @Test(arguments: 0..<16)
    func nothingIsLostOrDoubleOrLate(_ seed: Int) {
        let world = FleetWorld(seed: UInt64(seed))
        for _ in 0..<1500 { world.step() }
        // Without faults, the house catches up.
        world.faults = FleetWorld.Faults(
            kill: 0,
            disconnect: 0,
            detach: 0,
            refusal: 0,
            newDatabase: 0,
            unsaved: 0,
            lateLine: 0,
            clockStep: 0
        )
        world.isQuiet = true
        for _ in 0..<2500 { world.step() }
        let present = world.history.map(\.line)
        let lines = world.stored.filter { $0.key.database == world.database }.map {
            String(decoding: $0.value, as: UTF8.self)
        }
        #expect(Set(lines).count == lines.count, "records are double after the key")
        let missing = Set(present).subtracting(lines)
        #expect(missing.isEmpty, "\(missing.count) of \(present.count) records are lost")
        let all = Set(world.stored.values.map { String(decoding: $0, as: UTF8.self) })
        let unreported = world.removed.filter { !all.contains($0) }
        #expect(unreported.count <= world.gapRecords, "records that are gone are in no gap")
        #expect(world.kills > 10 && world.carriedOut.count > 20 && world.stored.count > 300)
        for (key, replies) in world.replies {
            // After a restart the outcome is not known any more, or the deadline has passed.
            let successes = replies.filter { $0.starts(with: #"{"ok""#.utf8) }
            #expect(successes.count <= 1, "\(key) has two outcomes")
        }
    }

    @Test func simulationMeetsEachFault() {
        var (duplicates, replacements, gaps, successes) = (0, 0, 0, 0)
        for seed in 100..<103 {
            let world = FleetWorld(seed: UInt64(seed))
            for _ in 0..<2000 { world.step() }
            duplicates += world.duplicates
            replacements += world.replacements.count
            gaps += world.gapRecords
            successes += world.replies.values.count { $0.contains { $0.starts(with: #"{"ok""#.utf8) } }
        }
        #expect(duplicates > 10)
        #expect(replacements > 0)
        #expect(gaps > 0)
        #expect(successes > 20)
    }
}
