import DomoLanguage
import DomoModel

// Triggers: readings that change, telegrams, and the start of the daemon.

extension Scenes {
    // MARK: - Readings

    /// Readings of an element have changed.
    mutating func noteChange(of element: ElementID) {
        if triggers.areAbout(element) || holds.areAbout(element) || waits.areAbout(element) { changed.append(element) }
    }

    /// Readings that were stale while their server was unreachable may be fresh again.
    mutating func noteReturn(where matches: (ElementID) -> Bool) {
        let elements = Set(triggers.elements).union(waits.elements)
        changed += elements.filter(matches).sorted { $0.number < $1.number }
    }

    /// The house reported something other than what was ordered.
    mutating func noteContradiction(of element: ElementID, to cause: Cause, since time: Timestamp) {
        chains.noteContradiction(of: element, to: cause, since: time)
    }

    /// True if readings of triggers or waiting scenes have changed.
    var hasChanges: Bool { !changed.isEmpty }

    /// Checks which triggers fire because of changed readings.
    ///
    /// - Parameter isConfirmed: the changes were found by reading a bus: they trigger nothing.
    mutating func followChanges(isConfirmed: Bool = false, in world: borrowing some SceneWorld) {
        // Most often there is one.
        let elements = changed.count == 1 ? changed : Set(changed).sorted { $0.number < $1.number }
        changed.removeAll()
        holds.follow(elements, in: world)
        for element in elements {
            for trigger in triggers.of(element) where !isConfirmed || triggers.isPending(trigger, in: world) {
                follow(trigger, in: world)
            }
        }
        if !waits.isEmpty { checkWaits(for: Set(elements), in: world) }
    }

    /// The required duration of a trigger's reading has passed.
    mutating func triggerIsDue(_ id: Triggers.ID, in world: borrowing some SceneWorld) {
        guard triggers.isHolding(id) else { return }
        follow(id, in: world)
    }

    private mutating func follow(_ id: Triggers.ID, in world: borrowing some SceneWorld) {
        switch triggers.follow(id, holds, in: world) {
        case .holds(let until): remind(.trigger(id, until: until), at: until)
        case .fires(let trigger, let reading):
            let chain = chains.chain(behind: reading, of: trigger.element)
            let start = SceneStart(by: .trigger(trigger.text), origin: .scene, chain: chain)
            self.trigger(trigger.scene, start, in: world)
        case nil: break
        }
    }

    // MARK: - Telegrams

    /// True if a telegram triggers a scene.
    func isConcerned(with message: LinkMessage) -> Bool { !telegrams.fired(by: message.telegram).isEmpty }

    /// Starts the scenes that a telegram triggers.
    mutating func follow(_ message: LinkMessage, in world: borrowing some SceneWorld) {
        for entry in telegrams.fired(by: message.telegram) {
            let start = SceneStart(by: .trigger(entry.text), origin: .scene, chain: chain(behind: message, in: world))
            trigger(entry.scene, start, in: world)
        }
    }

    /// The scenes that led to a telegram, such as the status of an element that one of them moved.
    private func chain(behind message: LinkMessage, in world: borrowing some SceneWorld) -> [String] {
        for facet in message.facets {
            guard let element = world.index.element(at: facet.path),
                let reading = world.storedReading(element, facet.type)
            else { continue }
            let chain = chains.chain(behind: reading, of: element)
            if !chain.isEmpty { return chain }
        }
        return []
    }

    // MARK: - At the start

    /// Called once, after the memory was restored.
    mutating func startScenes(in world: borrowing some SceneWorld) {
        for scene in book.entries {
            guard let trigger = scene.script.triggers.first(where: { $0.kind == .start }) else { continue }
            self.trigger(scene.key, SceneStart(by: .trigger(trigger.text), origin: .scene), in: world)
        }
    }

    // MARK: - Triggering

    /// Starts a scene if its conditions hold.
    mutating func trigger(_ key: String, _ start: SceneStart, in world: borrowing some SceneWorld) {
        guard !isStopping, let scene = book[key: key] else { return }
        do throws(Fault) {
            for condition in scene.script.conditions {
                switch try truth(of: condition, site: scene.site, in: world) {
                case .holds: continue
                case .fails(let reason):
                    let message = "only if \(condition.text): \(reason)"
                    skip(scene, start.by, message, SkipReason(condition, because: reason), in: world)
                    return
                case .unknown(let reason):
                    let message = "only if \(condition.text): \(reason)"
                    skip(scene, start.by, message, SkipReason(.condition, condition.text, reason), in: world)
                    return
                }
            }
            try self.start(scene, start, in: world)
        } catch {
            // A loop has been reported.
            if error.code != .loop { skip(scene, start.by, error.message, in: world) }
        }
    }
}
