import DomoLanguage
import DomoModel

// `wait until`

extension Scenes {
    mutating func beginWait(_ wait: SceneWait, in id: StrandID, world: borrowing some SceneWorld) throws(Fault) {
        let test = try ReadingTest(wait.test, in: world)
        waits[id] = test
        holds.retain(test, in: world)
        runs.setActivity(.reading(wait), of: id)
        if let deadline = wait.deadline { remind(.strand(id), at: deadline) }
        check(wait, for: id, in: world)
    }

    /// A strand no longer waits.
    mutating func endWait(_ id: StrandID) {
        guard let test = waits[id] else { return }
        waits[id] = nil
        holds.release(test)
    }

    /// Checks whether the condition that a strand waits for holds.
    mutating func check(_ wait: SceneWait, for id: StrandID, in world: borrowing some SceneWorld) {
        guard let test = waits[id] else { return }
        let now = world.now
        var wait = wait
        if case .holds = truth(of: test, for: nil, in: world), isSeen(test, in: world),
            let since = holds.since(test, in: world)
        {
            // If it already holds, the time since it began to hold counts.
            let until = since + (wait.duration ?? .zero)
            if until <= now {
                endWait(id)
                finish(id, .note(nil), in: world)
                return
            }
            if wait.until != until { remind(.strand(id), at: until) }
            wait.until = until
        } else {
            wait.until = nil
        }
        if let deadline = wait.deadline, deadline <= now {
            endWait(id)
            let message = "\(wait.test.text) did not hold in time"
            let hint = "\"domo show \(Words.quoted(wait.test.element.text))\" shows its state"
            finish(id, .failure(Fault(.deadlinePassed, message, hint: hint)), in: world)
            return
        }
        runs.setActivity(.reading(wait), of: id)
    }

    /// Readings have changed: checks the strands that wait for them.
    mutating func checkWaits(for changed: Set<ElementID>, in world: borrowing some SceneWorld) {
        for id in waits.strands(waitingFor: changed) {
            guard case .reading(let wait)? = runs[strand: id]?.activity else { continue }
            check(wait, for: id, in: world)
        }
    }

    /// After a load, in which elements get other numbers or are removed: resolves the tests with a duration and those
    /// that strands wait for again.
    mutating func loadTests(_ lasting: [ReadingTest], in world: borrowing some SceneWorld) {
        let waiting = waits.strands.compactMap { id -> (id: StrandID, wait: SceneWait)? in
            guard case .reading(let wait)? = runs[strand: id]?.activity else { return nil }
            return (id, wait)
        }
        var gone: [(StrandID, Fault)] = []
        waits = Waits()
        for (id, wait) in waiting {
            do throws(Fault) {
                waits[id] = try ReadingTest(wait.test, in: world)
            } catch {
                gone.append((id, error))
            }
        }
        holds.load(lasting + waiting.compactMap { waits[$0.id] }, in: world)
        for (id, fault) in gone { finish(id, .failure(fault), in: world) }
        for (id, wait) in waiting { check(wait, for: id, in: world) }
    }
}
