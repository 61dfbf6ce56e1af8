// Renaming the elements and places in a script.

extension Script {
    /// Both parameters return the new name, and are called once for each occurrence.
    public func naming(elements name: (Name) -> String, places placeName: (Name) -> String) -> Script {
        func named(_ written: Name) -> Name { Name(name(written), at: written.position) }
        func named(_ test: Test) -> Test { Test(named(test.element), test.relation, value: test.value) }
        func named(_ condition: Condition) -> Condition {
            switch condition.kind {
            case .reading(let test, for: let length):
                Condition(.reading(named(test), for: length), at: condition.position)
            case .between, .days, .answer: condition
            case .not(let inner): Condition(.not(named(inner)), at: condition.position)
            case .any(let parts): Condition(.any(parts.map { named($0) }), at: condition.position)
            }
        }
        func named(_ trigger: Trigger) -> Trigger {
            var trigger = trigger
            switch trigger.kind {
            case .when(let test, for: let length): trigger.kind = .when(named(test), for: length)
            case .changes(let element): trigger.kind = .changes(named(element))
            case .at, .every, .telegram, .start: break
            }
            return trigger
        }
        func named(_ kind: Kind) -> Kind {
            switch kind {
            case .order(var order, let place):
                order.element = name(Name(order.element, at: place.element))
                return .order(order, place)
            case .group(var group, let place):
                group.place = placeName(Name(group.place, at: place.element))
                return .group(group, place)
            case .ramp(let element, to: let level, over: let length):
                return .ramp(named(element), to: level, over: length)
            case .waitUntil(let test, for: let length, atMost: let limit):
                return .waitUntil(named(test), for: length, atMost: limit)
            case .condition(let condition, let then, let otherwise):
                return .condition(named(condition), then: then.map(named), otherwise: otherwise.map(named))
            case .parallel(let steps): return .parallel(steps.map(named))
            case .notify(var notice):
                notice.text = notice.text.naming(name)
                return .notify(notice)
            case .resolved(var resolution):
                resolution.text = resolution.text?.naming(name)
                return .resolved(resolution)
            case .call(var call):
                call.text = call.text?.naming(name)
                return .call(call)
            case .wait, .scene, .stopScene, .log: return kind
            }
        }
        func named(_ step: Step) -> Step { Step(named(step.kind), at: step.position) }
        var script = self
        script.triggers = triggers.map { named($0) }
        script.conditions = conditions.map { named($0) }
        script.steps = steps.map { named($0) }
        return script
    }
}
