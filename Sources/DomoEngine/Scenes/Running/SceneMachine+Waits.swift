import DomoLanguage
import DomoModel

// Waiting until a reading is so.

extension SceneMachine {
    mutating func beginWait(_ wait: SceneWait, in id: StrandID, world: SceneSurroundings) throws(Fault) {
        waits[id] = try ReadingTest(wait.test, in: world)
        runs.setActivity(.reading(wait), of: id)
        if let deadline = wait.deadline { remind(.strand(id), at: deadline) }
        look(wait, for: id, in: world)
    }

    /// Looks whether what a strand waits for has come to be.
    ///
    /// - Parameter isDue: true where a moment has come that it waited for.
    mutating func look(_ wait: SceneWait, for id: StrandID, isDue: Bool = false, in world: SceneSurroundings) {
        guard let test = waits[id] else { return }
        let now = world.now
        var wait = wait
        if case .holds = truth(of: test, for: nil, in: world), isSeen(test, in: world) {
            let isNews = wait.holdsSince == nil
            // What holds already has held since it came to be so.
            let since = wait.holdsSince ?? self.since(test, in: world) ?? now.wall
            wait.holdsSince = since
            let end = since + (wait.duration ?? .zero)
            if end <= now.wall {
                waits[id] = nil
                finish(id, .note(nil), in: world)
                return
            }
            if isNews || isDue { remind(.strand(id), at: now + (end - now.wall)) }
        } else {
            wait.holdsSince = nil
        }
        if let deadline = wait.deadline, deadline <= now {
            waits[id] = nil
            let message = "\(wait.test.text) did not come to be in time"
            let hint = "\"domo show \(Words.quoted(wait.test.element.text))\" tells what is known of it"
            finish(id, .failure(Fault(.deadlinePassed, message, hint: hint)), in: world)
            return
        }
        runs.setActivity(.reading(wait), of: id)
    }

    /// Readings have changed: whoever waits for one of them looks again.
    mutating func look(at changed: Set<ElementID>, in world: SceneSurroundings) {
        for id in waits.strands(waitingFor: changed) {
            guard case .reading(let wait)? = runs[strand: id]?.activity else {
                waits[id] = nil
                continue
            }
            look(wait, for: id, in: world)
        }
    }

    /// After a load: elements have other numbers, or are gone.
    mutating func lookAgain(in world: SceneSurroundings) {
        for id in waits.strands {
            guard case .reading(let wait)? = runs[strand: id]?.activity else {
                waits[id] = nil
                continue
            }
            do throws(Fault) {
                waits[id] = try ReadingTest(wait.test, in: world)
                look(wait, for: id, in: world)
            } catch {
                waits[id] = nil
                finish(id, .failure(error), in: world)
            }
        }
    }
}
