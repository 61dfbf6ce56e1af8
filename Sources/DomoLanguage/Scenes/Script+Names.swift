// The elements, places and scenes that a script names.

extension Script {
    /// All steps in the order of the text, including those in blocks: a step comes before the steps of its blocks.
    public var allSteps: [Step] {
        func all(_ steps: [Step]) -> [Step] { steps.flatMap { [$0] + all($0.inner) } }
        return all(steps)
    }

    /// The names in a script, in the order of the text.
    public struct Names: Equatable, Sendable {
        public var elements: [Name] = []
        /// The houses and sectors in steps for whole places.
        public var places: [Name] = []
        /// The names in `scene` and `stop scene`.
        public var scenes: [Name] = []
    }

    public var names: Names {
        var names = Names()
        for trigger in triggers {
            switch trigger.kind {
            case .when(let test, for: _): names.elements.append(test.element)
            case .changes(let element): names.elements.append(element)
            case .at, .every, .telegram, .start: break
            }
        }
        func add(_ condition: Condition) {
            names.elements += condition.tests.map(\.test.element)
        }
        conditions.forEach(add)
        for step in allSteps {
            switch step.kind {
            case .order(let order, let place): names.elements.append(Name(order.element, at: place.element))
            case .group(let group, let place): names.places.append(Name(group.place, at: place.element))
            case .ramp(let element, to: _, over: _): names.elements.append(element)
            case .waitUntil(let test, for: _, atMost: _): names.elements.append(test.element)
            case .condition(let condition, then: _, otherwise: _): add(condition)
            case .scene(let name), .stopScene(let name): names.scenes.append(name)
            case .notify(let notice): names.elements += notice.text.elements
            case .resolved(let resolution): names.elements += resolution.text?.elements ?? []
            case .call(let call): names.elements += call.text?.elements ?? []
            case .wait, .parallel, .log: break
            }
        }
        // Triggers and conditions may be interleaved in the file.
        names.elements.sort { $0.position < $1.position }
        return names
    }
}
