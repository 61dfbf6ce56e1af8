import DomoCalendar
import DomoLanguage
import DomoModel

/// Checks one scene.
struct SceneChecker {
    let number: Int
    let calls: SceneCalls
    let index: HouseIndex
    var findings: [SceneCheck.Finding] = []
    let site: Catalog.Site
    let houseName: String
    /// For each called scene whether it leads back to this one, and how.
    private var chains: [Int: [Int]?] = [:]

    var scene: Catalog.Scene { calls.scenes[number] }

    init(_ number: Int, of calls: SceneCalls, index: HouseIndex, sites: [Catalog.Site]) {
        self.number = number
        self.calls = calls
        self.index = index
        let house = Catalog.house(of: calls.scenes[number].script, in: index)
        site = sites.indices.contains(house) ? sites[house] : Catalog.Site()
        houseName = index.houses.indices.contains(house) ? index.houses[house].name : "the house"
    }

    /// The search stops here, since each unknown name is compared with all names.
    static let maxFindings = 50

    var isFull: Bool { findings.count >= Self.maxFindings }

    /// - Parameter isLoaded: false for a scene sent with a request: it has no triggers in effect, and the client should
    ///   not wait until its times are searched.
    mutating func check(isLoaded: Bool = true) {
        let script = scene.script
        for trigger in script.triggers where !isFull { check(trigger) }
        for condition in script.conditions where !isFull { check(condition) }
        for step in script.allSteps where !isFull { checkFilled(step) }
        if isLoaded { checkStarts(of: script) }
        checkParameters(of: script)
        checkOrder(of: script.steps)
        if script.steps.isEmpty {
            let hint = "write its steps below its triggers, one per line"
            warn("the scene has no steps", hint: hint, at: Script.Position(line: 1, column: 1))
        }
    }

    mutating func report(_ fault: Fault, at position: Script.Position, isWarning: Bool = false) {
        guard findings.count < Self.maxFindings else { return }
        let mistake = Script.Mistake(line: position.line, column: position.column, fault: fault)
        findings.append(SceneCheck.Finding(file: scene.file, mistake: mistake, isWarning: isWarning))
    }

    mutating func warn(_ message: String, hint: String? = nil, at position: Script.Position) {
        report(Fault(.badModel, message, hint: hint), at: position, isWarning: true)
    }

    // MARK: - Parts of a script

    private mutating func check(_ trigger: Trigger) {
        switch trigger.kind {
        case .at(let time, let days):
            check(time, at: trigger.position)
            check(days, at: trigger.position)
        case .when(let test, for: _): check(test)
        case .changes(let element): _ = find(element)
        case .every, .telegram, .start: break
        }
    }

    private mutating func check(_ condition: Condition) {
        switch condition.kind {
        case .reading(let test, for: _): check(test)
        case .between(let from, let until):
            check(from, at: condition.position)
            if !from.isSun || !until.isSun { check(until, at: condition.position) }
        case .days(let days): check(days, at: condition.position)
        case .answer(let test): check(test)
        case .not(let inner): check(inner)
        case .any(let parts): for part in parts { check(part) }
        }
    }

    mutating func check(_ step: Script.Step) {
        switch step.kind {
        case .order(let order, let place):
            guard let element = find(Script.Name(order.element, at: place.element)) else { return }
            do throws(Fault) {
                _ = try order.wish.absoluteValue(for: element)
            } catch {
                report(error, at: place.value ?? place.element)
            }
        case .group(let group, let place):
            let found: PlaceID
            do throws(Fault) {
                found = try index.place(of: group)
            } catch {
                return report(error, at: place.element)
            }
            // Whether something is to be switched off depends on what is on.
            guard !group.isOff else { return }
            do throws(Fault) {
                _ = try index.devices(taking: group, in: found)
            } catch {
                report(error, at: place.value ?? place.element)
            }
        case .ramp(let name, to: _, over: _):
            guard let element = find(name) else { return }
            do throws(ValueRefusal) {
                try element.require(.regulable, toBe: "dimmed")
            } catch {
                report(Fault(.refusedValue, error.message, hint: error.hint), at: name.position)
            }
        case .waitUntil(let test, for: let length?, atMost: let limit?) where length > limit:
            check(test)
            let (short, long) = (DurationText.write(limit), DurationText.write(length))
            warn(
                "this wait fails unless \(test.text) holds when it begins",
                hint: "\"at most \(short)\" is shorter than \"for \(long)\"",
                at: step.position
            )
        case .waitUntil(let test, for: _, atMost: _): check(test)
        case .condition(let condition, let then, let otherwise):
            check(condition)
            if !otherwise.isEmpty, then.flatMap(\.lines) == otherwise.flatMap(\.lines) {
                warn("both branches of the if are the same", hint: "remove the if", at: step.position)
            }
        case .scene(let name): checkCall(of: name)
        case .stopScene(let name): _ = find(scene: name)
        case .notify(let notice): for name in notice.text.elements { _ = find(name) }
        case .resolved(let resolution): for name in resolution.text?.elements ?? [] { _ = find(name) }
        case .call(let call): for name in call.text?.elements ?? [] { _ = find(name) }
        case .wait, .parallel, .log: break
        }
    }

    private mutating func check(_ test: Script.AnswerTest) {
        let isCalled = scene.script.allSteps.contains { step in
            guard case .call(let call) = step.kind else { return false }
            return call.target.text == test.target.text && step.position < test.target.position
        }
        guard !isCalled else { return }
        report(
            Fault(
                .badModel,
                "no step before this one calls \(test.target.text)",
                hint: "write before it: call \(test.target.text)"
            ),
            at: test.target.position
        )
    }

    // MARK: - Names and values

    private mutating func find(_ name: Script.Name) -> Element? {
        do throws(Fault) {
            return index[try index.meaning(of: name.text)]
        } catch {
            report(error, at: name.position)
            return nil
        }
    }

    private mutating func find(scene name: Script.Name) -> Int? {
        guard let called = calls.number(of: name.text) else {
            let closest = closestWord(to: name.text, among: calls.scenes.map(\.name))
            report(Fault.unknownScene(name.text, closest: closest), at: name.position)
            return nil
        }
        return called
    }

    private mutating func checkCall(of name: Script.Name) {
        guard let called = find(scene: name) else { return }
        checkValues(of: calls.scenes[called], at: name)
        let chain = chains[called] ?? calls.chain(from: called, to: number)
        chains[called] = chain
        guard let chain else { return }
        let names = ([number] + chain).map { calls.scenes[$0].name }
        let fault = Fault(
            .badModel,
            "the scene runs itself: \(names.joined(separator: " → "))",
            hint: "use \"every …\" or \"when …\" for repeated runs"
        )
        report(fault, at: name.position)
    }

    private mutating func check(_ test: Script.Test) {
        guard let element = find(test.element) else { return }
        switch test.relation {
        case .equals(let value):
            do throws(ValueRefusal) {
                _ = try element.value(value)
            } catch {
                report(Fault(.refusedValue, error.message, hint: error.hint), at: test.value)
            }
        case .above(let number):
            check(test, of: element, "above") { number < $0.upperBound }
        case .below(let number):
            check(test, of: element, "below") { number > $0.lowerBound }
        }
    }

    /// - Parameter canHold: whether the comparison can hold in a range.
    private mutating func check(
        _ test: Script.Test,
        of element: Element,
        _ word: String,
        _ canHold: (ClosedRange<Double>) -> Bool
    ) {
        let ranges = element.types.compactMap { $0.range(of: element) }
        if ranges.isEmpty {
            let message = "\(element.name) can't be compared with \(word): it is neither dimmable nor a value"
            report(
                Fault(.refusedValue, message, hint: "\(element.name) takes: \(element.values)"),
                at: test.element.position
            )
        } else if !ranges.contains(where: canHold) {
            warn(
                "\(test.text) never holds",
                hint: "\(element.name) ranges from \(plain(ranges[0].lowerBound)) to \(plain(ranges[0].upperBound))",
                at: test.value
            )
        }
    }

    // MARK: - Order

    /// Reports steps after the end of the scene.
    private mutating func checkOrder(of steps: [Script.Step]) {
        for step in steps {
            switch step.kind {
            case .condition(_, let then, let otherwise):
                checkOrder(of: then)
                checkOrder(of: otherwise)
            case .parallel(let inner):
                // They run in parallel: none comes after another.
                for one in inner { checkOrder(of: [one]) }
            case .order, .group, .ramp, .wait, .waitUntil, .scene, .stopScene, .log, .notify, .resolved, .call: break
            }
        }
        guard let end = steps.dropLast().firstIndex(where: ends) else { return }
        warn(
            "this step is never reached",
            hint: "\"\(steps[end].text)\" in line \(steps[end].position.line) ends the scene",
            at: steps[end + 1].position
        )
    }

    /// Whether a step always ends the scene. An `if` never does: if its reading is unknown, neither branch is taken.
    private func ends(_ step: Script.Step) -> Bool {
        switch step.kind {
        case .stopScene(let name): calls.number(of: name.text) == number
        case .scene(let name):
            // The other scene of the group stops this one.
            scene.script.group != nil
                && calls.number(of: name.text).flatMap { calls.scenes[$0].script.group }.map(FoldedName.fold)
                    == scene.script.group.map(FoldedName.fold)
        case .parallel(let steps): steps.contains(where: ends)
        case .order, .group, .ramp, .wait, .waitUntil, .condition, .log, .notify, .resolved, .call: false
        }
    }
}

/// A whole number without `.0`.
private func plain(_ number: Double) -> String { Int(exactly: number).map { String($0) } ?? String(number) }
