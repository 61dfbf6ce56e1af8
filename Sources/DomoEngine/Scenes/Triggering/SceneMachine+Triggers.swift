import DomoLanguage
import DomoModel

// What starts scenes by itself: readings that change, and the start.

extension SceneMachine {
    // MARK: - Readings

    /// True where a change of its readings is to be looked at.
    func isConcerned(with element: ElementID) -> Bool {
        triggers.areAbout(element) || holds.areAbout(element) || waits.areAbout(element)
    }

    /// Looks what the readings that have changed start.
    ///
    /// - Parameter isConfirmed: they were found by reading a bus: that starts nothing.
    mutating func followChanges(isConfirmed: Bool, in world: SceneSurroundings) {
        // Most often there is one.
        let elements = changed.count == 1 ? changed : Set(changed).sorted { $0.number < $1.number }
        changed.removeAll()
        holds.follow(elements, in: world)
        for element in elements {
            for trigger in triggers.of(element) where !isConfirmed || triggers.goesOn(trigger, in: world) {
                follow(trigger, in: world)
            }
        }
        if !waits.isEmpty { look(at: Set(elements), in: world) }
    }

    /// What was stale while its server was unreachable may be known again.
    mutating func lookAtElements(where isMeant: (ElementID) -> Bool) {
        let elements = Set(triggers.elements).union(waits.elements)
        changed += elements.filter(isMeant).sorted { $0.number < $1.number }
    }

    /// A reading is to have been so for long enough by now.
    mutating func triggerIsDue(_ id: Triggers.ID, in world: SceneSurroundings) {
        guard triggers.isHolding(id) else { return }
        follow(id, in: world)
    }

    private mutating func follow(_ id: Triggers.ID, in world: SceneSurroundings) {
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

    /// Starts what waits for a telegram.
    mutating func follow(_ message: LinkMessage, in world: SceneSurroundings) {
        for entry in telegrams.fired(by: message.telegram) {
            let start = SceneStart(by: .trigger(entry.text), origin: .scene, chain: chain(behind: message, in: world))
            trigger(entry.scene, start, in: world)
        }
    }

    /// The scenes that led to a telegram, such as the status of what one of them has moved.
    private func chain(behind message: LinkMessage, in world: SceneSurroundings) -> [String] {
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

    /// Once, when all is known that is to be known.
    mutating func startScenes(in world: SceneSurroundings) {
        for scene in book.entries {
            guard let trigger = scene.script.triggers.first(where: { $0.kind == .start }) else { continue }
            self.trigger(scene.key, SceneStart(by: .trigger(trigger.text), origin: .scene), in: world)
        }
    }

    // MARK: - Triggering

    /// Starts a scene where its conditions hold.
    mutating func trigger(_ key: String, _ start: SceneStart, in world: SceneSurroundings) {
        guard !isStopping, let scene = book[key: key] else { return }
        do throws(Fault) {
            for condition in scene.script.conditions {
                switch try truth(of: condition, site: scene.site, in: world) {
                case .holds: continue
                case .fails(let reason), .unknown(let reason):
                    skip(scene, start.by, "only if \(condition.text): \(reason)", in: world)
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
