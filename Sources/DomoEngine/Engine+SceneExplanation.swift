import DomoLanguage
import DomoModel

// What a scene would send, and when, were it started now.

extension Engine {
    func explain(_ scene: SceneBook.Entry) -> Explanation {
        var foretelling = Foretelling()
        foretell(scene.script.steps, of: scene, &foretelling)
        return Explanation(signals: foretelling.signals)
    }

    /// What is found out on the way through the steps.
    private struct Foretelling {
        var signals: [Explanation.Signal] = []
        /// After how many seconds the next step begins.
        var after = 0.0
        /// True behind a wait of unknown length.
        var isAtLeast = false
        /// The conditions that the steps stand under.
        var conditions: [String] = []
        /// The scenes that it is inside of.
        var inside: [String] = []
        /// The levels that it will have set.
        var levels: [ElementID: Int] = [:]

        var note: String? {
            let notes = conditions + (isAtLeast ? ["at the earliest"] : [])
            return notes.isEmpty ? nil : notes.joined(separator: ", ")
        }
    }

    private func foretell(_ steps: [Script.Step], of scene: SceneBook.Entry, _ all: inout Foretelling) {
        for step in steps { foretell(step, of: scene, &all) }
    }

    private func foretell(_ step: Script.Step, of scene: SceneBook.Entry, _ all: inout Foretelling) {
        switch step.kind {
        case .order(let order, _): add(order, at: step, &all)
        case .ramp(let name, to: let target, over: let duration):
            foretellRamp(of: name, to: target, over: duration, at: step, &all)
        case .wait(let duration): all.after += duration.seconds
        case .waitUntil(_, for: let duration, atMost: _):
            all.isAtLeast = true
            _ = duration
        case .condition(let condition, let then, let otherwise):
            var (one, other) = (all, all)
            one.conditions.append("if \(condition.text)")
            other.conditions.append("else")
            foretell(then, of: scene, &one)
            other.signals = one.signals
            foretell(otherwise, of: scene, &other)
            let conditions = all.conditions
            all = one
            all.signals = other.signals
            all.conditions = conditions
            if one.after != other.after { all.isAtLeast = true }
            all.after = min(one.after, other.after)
        case .parallel(let steps):
            var latest = all
            for step in steps {
                var branch = all
                branch.signals = latest.signals
                foretell(step, of: scene, &branch)
                latest.signals = branch.signals
                latest.after = max(latest.after, branch.after)
                latest.isAtLeast = latest.isAtLeast || branch.isAtLeast
                latest.levels.merge(branch.levels) { $1 }
            }
            all = latest
        case .scene(let name): foretellScene(name, at: step, &all)
        case .stopScene, .log: break
        }
    }

    private func foretellScene(_ name: Script.Name, at step: Script.Step, _ all: inout Foretelling) {
        do throws(Fault) {
            let inner = try book.entry(named: name.text)
            guard !all.inside.contains(inner.key), all.inside.count < 16 else { return }
            var branch = all
            branch.inside.append(inner.key)
            foretell(inner.script.steps, of: inner, &branch)
            branch.inside = all.inside
            all = branch
        } catch {
            let signal = Explanation.Signal(element: name.text, action: step.text, signal: nil, problem: error.message)
            all.signals.append(signal)
        }
    }

    private func foretellRamp(
        of name: Script.Name,
        to target: Percent,
        over duration: Duration,
        at step: Script.Step,
        _ all: inout Foretelling
    ) {
        let id = try? element(named: name.text)
        let known: Int? = id.flatMap { id in
            if let level = all.levels[id] { return level }
            guard case .level(let level)? = self.known(id, .regulable)?.fresh else { return nil }
            return level.value
        }
        guard let known else {
            add(
                Order(element: name.text, wish: .level(.to(target))),
                at: step,
                note: "at once: the level is not known",
                &all
            )
            return
        }
        var ramp = Ramp(element: name.text, from: known, to: target.value, over: duration, at: now)
        let start = all.after
        repeat {
            let moment = ramp.next
            ramp.level = ramp.level(at: moment)
            ramp.lastGiven = moment
            all.after = start + (moment - now).seconds
            add(Order(element: name.text, wish: .level(.to(Percent(clamping: ramp.level)))), at: step, &all)
        } while ramp.level != ramp.to
    }

    private func add(_ order: Order, at step: Script.Step, note: String? = nil, _ all: inout Foretelling) {
        var signal: Explanation.Signal
        do throws(Fault) {
            signal = try explain(order)
            let id = try element(named: order.element)
            if case .level(.to(let level)) = order.wish { all.levels[id] = level.value }
        } catch {
            signal = Explanation.Signal(
                element: order.element,
                action: order.wish.value,
                signal: nil,
                problem: error.message
            )
        }
        signal.line = step.position.line
        signal.after = all.after
        signal.note = [note, all.note].compactMap { $0 }.joined(separator: ", ")
        if signal.note?.isEmpty == true { signal.note = nil }
        all.signals.append(signal)
    }
}

extension Duration {
    fileprivate var seconds: Double { Double(nanoseconds) / 1_000_000_000 }
}
