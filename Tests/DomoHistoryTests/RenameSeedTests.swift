import DomoLanguage
import DomoModel
import Testing

@testable import DomoHistory

/// Random renames, new things at paths that were left, and restarts: each thing keeps its history and what identifies it.
@Suite struct RenameSeedTests {
    /// A device, as the test knows it.
    private struct Thing {
        var path: String
        var origin: String
        /// All that it ever reported.
        var texts: [String]
    }

    private static let places = ["Casa", "Casa/Salon", "Casa/Salon/Rincon"]
    private static let names = ["Luz", "Lampara", "Farol"]
    private static let paths = places.flatMap { place in names.map { "\(place)/\($0)" } }

    private struct Run {
        var dice: SplitMix64
        var history = TemporaryHistory()
        var things: [Thing] = []
        var origins: Set<String> = []
        var count = 0

        init(seed: UInt64) { dice = SplitMix64(seed: seed) }

        mutating func pick<Value>(_ values: [Value]) -> Value { values[dice.below(values.count)] }

        /// It reports something that nothing reported before.
        mutating func report(_ index: Int) {
            count += 1
            history.clock.advance(.seconds(1))
            things[index].texts.append("\(count) a")
            history.reading(things[index].path, .text("\(count) a"))
        }

        mutating func begin(at path: String) {
            let origin = history.history.identities.origin(of: path)
            #expect(origins.insert(origin).inserted, "\(path) is taken for something else")
            things.append(Thing(path: path, origin: origin, texts: []))
            report(things.count - 1)
        }

        mutating func rename() async throws {
            let index = dice.below(things.count)
            let (old, new) = (things[index].path, pick(RenameSeedTests.paths))
            guard new != old else { return }
            let reply = await history.answer(.rename(old: old, new: new, isPlace: false))
            guard case .renamed = reply else {
                Issue.record("\(old) to \(new): \(reply)")
                return
            }
            // What the new path had is its later part.
            if let other = things.firstIndex(where: { $0.path == new }) {
                things[index].texts += things[other].texts
                things[index].path = new
                things.remove(at: other)
            } else {
                things[index].path = new
            }
        }

        mutating func act() async throws {
            let free = RenameSeedTests.paths.filter { path in !things.contains { $0.path == path } }
            switch dice.below(10) {
            case _ where things.isEmpty: begin(at: pick(free))
            case 0..<4: report(dice.below(things.count))
            case 4..<6: if !free.isEmpty { begin(at: pick(free)) }
            case 6..<9: try await rename()
            default: history = history.reopened()
            }
        }

        func check() throws {
            for thing in things {
                let found = try history.rows(
                    "SELECT text FROM changes JOIN elements ON elements.id = element WHERE path = '\(thing.path)'"
                )
                #expect(Set(found) == Set(thing.texts) && found.count == thing.texts.count, "\(thing.path)")
                #expect(history.history.identities.origin(of: thing.path) == thing.origin, "\(thing.path)")
            }
            #expect(try history.rows("SELECT count(*) FROM elements") == ["\(things.count)"])
        }
    }

    @Test(arguments: 0..<24) func thingsKeepTheirHistory(seed: Int) async throws {
        var run = Run(seed: UInt64(seed))
        for _ in 0..<60 { try await run.act() }
        #expect(await run.history.isStored())
        try run.check()
        run.history.remove()
    }
}
