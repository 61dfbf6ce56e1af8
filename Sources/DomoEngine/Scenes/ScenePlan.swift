import DomoLanguage
import DomoModel

/// The present state of a load's scenes.
struct LoadedScenes: Sendable {
    let book: SceneBook
    let schedule: Schedule
    let triggers: Triggers
}

/// The scenes of a load with resolved names.
struct ScenePlan: Sendable {
    let book: SceneBook
    private(set) var times: [Schedule.Entry] = []
    private(set) var triggers: [Triggers.Entry] = []
    let telegrams: TelegramTriggers
    /// The tests with a duration.
    let lasting: [ReadingTest]

    /// - Parameter now: the next times are computed from here.
    init(_ houses: Houses, at now: Timestamp) {
        book = SceneBook(houses.scenes, faulty: houses.loaded.faultyScenes, in: houses)
        // Tests that can't be resolved in these houses were reported when the file was read.
        lasting = book.entries.flatMap(\.script.lastingTests).compactMap { try? ReadingTest($0, in: houses) }
        var telegrams: [TelegramTriggers.Entry] = []
        for scene in book.entries {
            for trigger in scene.script.triggers {
                switch trigger.kind {
                case .at, .every:
                    times.append(
                        Schedule.Entry(
                            scene: scene.key,
                            text: trigger.text,
                            occurrences: Occurrences(trigger, site: scene.site),
                            conditions: TimeConditions(scene.script.conditions, site: scene.site),
                            after: now
                        )
                    )
                case .when, .changes:
                    guard let kind = Self.kind(of: trigger, in: houses) else { continue }
                    triggers.append(Triggers.Entry(scene: scene.key, text: trigger.text, kind: kind, in: houses))
                case .telegram(let test):
                    telegrams.append(TelegramTriggers.Entry(scene: scene.key, text: trigger.text, test: test))
                case .start: continue
                }
            }
        }
        self.telegrams = TelegramTriggers(telegrams)
    }

    /// Nil if its names or values can't be resolved in these houses, which was reported when the file was read.
    private static func kind(of trigger: Trigger, in houses: Houses) -> Triggers.Kind? {
        do throws(Fault) {
            switch trigger.kind {
            case .when(let test, for: let duration): return .test(try ReadingTest(test, in: houses), for: duration)
            case .changes(let name): return .changes(try houses.element(named: name.text))
            case .at, .every, .telegram, .start: return nil
            }
        } catch {
            return nil
        }
    }
}
