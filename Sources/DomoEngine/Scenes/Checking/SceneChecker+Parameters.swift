import DomoLanguage
import DomoModel

// The values that a scene takes: each use is checked with values of its type.

extension SceneChecker {
    mutating func checkParameters(of script: Script) {
        guard !script.parameters.isEmpty else { return }
        if let missing = script.parameters.first(where: { $0.standard == nil }), let trigger = script.triggers.first {
            report(
                Fault(
                    .badModel,
                    "the scene starts by itself, and nothing gives it the value \(missing.name)",
                    hint: "write: takes \(missing.name) \(missing.kind.rawValue) default …"
                ),
                at: trigger.position
            )
        }
        let used = Set(script.allSteps.flatMap(\.parameters))
        for parameter in script.parameters where !used.contains(parameter.name) {
            warn("the value \(parameter.name) is never used", hint: "write $\(parameter.name)", at: parameter.position)
        }
    }

    /// Checks a step for the values that it can get.
    mutating func checkFilled(_ step: Script.Step) {
        let parameters = scene.script.parameters
        // Without any value to take, `$` is a letter in a text as any other.
        guard !parameters.isEmpty || step.isMessage else { return check(step) }
        guard let name = step.parameters.first(where: { name in !parameters.contains { $0.name == name } }) else {
            return checkSamples(of: step)
        }
        let names = parameters.map(\.name).joined(separator: ", ")
        let hint = names.isEmpty ? "write: takes \(name) text" : "it takes: \(names)"
        report(Fault(.badModel, "the scene takes no value \(name)", hint: hint), at: step.operand)
    }

    private mutating func checkSamples(of step: Script.Step) {
        // Any value fits in a text, which is not checked.
        guard case .order = step.kind else { return check(step) }
        guard let name = step.parameters.first,
            let parameter = scene.script.parameters.first(where: { $0.name == name })
        else { return check(step) }
        let before = findings
        var refusals: [(value: String, findings: [SceneCheck.Finding])] = []
        let samples = samples(of: parameter, in: step)
        for value in samples.values {
            check(step.filled(with: [name: value]))
            let found = Array(findings.dropFirst(before.count))
            if !found.isEmpty { refusals.append((value, found)) }
            findings = before
        }
        guard samples.mustAllFit ? !refusals.isEmpty : refusals.count == samples.values.count,
            let first = refusals.first
        else { return }
        findings += first.findings.map { finding in
            var finding = finding
            // A name that is unknown is so with each value.
            if finding.mistake.fault.code == .refusedValue {
                finding.mistake.fault.message = "$\(name) can be \(first.value): \(finding.mistake.fault.message)"
            }
            return finding
        }
    }

    /// The samples of a text include the options of the element.
    private func samples(
        of parameter: SceneParameter,
        in step: Script.Step
    ) -> (values: [String], mustAllFit: Bool) {
        let samples = parameter.samples
        guard parameter.kind == .text, case .order(let order, _) = step.kind else { return samples }
        do throws(Fault) {
            let options = index[try index.meaning(of: order.element)].details?.options ?? []
            return (options.map(\.value) + samples.values, samples.mustAllFit)
        } catch {
            // The check reports it.
            return samples
        }
    }

    /// A scene that another one starts gets no values.
    mutating func checkValues(of called: Catalog.Scene, at name: Script.Name) {
        let missing = called.script.parameters.filter { $0.standard == nil }.map(\.name)
        guard !missing.isEmpty else { return }
        report(
            Fault(
                .badModel,
                "the scene \(called.name) needs values, which a step can't give: \(missing.joined(separator: ", "))",
                hint: "give them a default in that scene"
            ),
            at: name.position
        )
    }
}

extension Script.Step {
    fileprivate var isMessage: Bool {
        switch kind {
        case .notify, .resolved, .call: true
        case .order, .group, .ramp, .wait, .waitUntil, .condition, .parallel, .scene, .stopScene, .log: false
        }
    }

    /// Where a value stands in it.
    fileprivate var operand: Script.Position {
        switch kind {
        case .order(_, let place), .group(_, let place): place.value ?? place.element
        case .ramp, .wait, .waitUntil, .condition, .parallel, .scene, .stopScene, .log, .notify, .resolved, .call:
            position
        }
    }
}
