import DomoLanguage
import DomoModel

// Comparisons of scenes that can't hold, because the element has only ever had a text.

extension Engine {
    /// In the order of the scenes.
    var textComparisons: [StatusView.TextComparison] {
        houses.scenes.flatMap { scene in scene.script.comparisons.compactMap { comparison(of: $0, in: scene) } }
    }

    private func comparison(of test: Script.Test, in scene: Catalog.Scene) -> StatusView.TextComparison? {
        do throws(Fault) {
            let element = try houses.element(named: test.element.text)
            let known = houses.representative(of: element)
            guard !houses.types(of: element).contains(.regulable), !numbers.contains(known),
                let value = readings.reading(known, .value)?.value, case .text(let text) = value, value.number == nil
            else { return nil }
            return StatusView.TextComparison(
                scene: scene.name,
                file: scene.file,
                line: test.element.position.line,
                column: test.element.position.column,
                test: test.text,
                element: houses.path(of: element),
                value: String(text.prefix(80))
            )
        } catch {
            // The scene was loaded with a warning about the name.
            return nil
        }
    }
}

extension Script {
    /// All tests that compare a number.
    fileprivate var comparisons: [Test] {
        let triggered = triggers.compactMap { trigger -> Test? in
            if case .when(let test, for: _) = trigger.kind { test } else { nil }
        }
        let waited = allSteps.flatMap { step -> [Test] in
            switch step.kind {
            case .waitUntil(let test, for: _, atMost: _): [test]
            case .condition(let condition, then: _, otherwise: _): condition.tests.map(\.test)
            case .order, .group, .ramp, .wait, .scene, .stopScene, .notify, .resolved, .call, .parallel, .log: []
            }
        }
        return (triggered + conditions.flatMap { $0.tests.map(\.test) } + waited).filter { test in
            switch test.relation {
            case .above, .below: true
            case .equals: false
            }
        }
    }
}
