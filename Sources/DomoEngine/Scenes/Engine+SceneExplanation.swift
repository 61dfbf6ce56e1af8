import DomoLanguage
import DomoModel

// What a scene would send, and when, were it started now.

extension Engine {
    func explain(_ scene: SceneBook.Entry) -> Explanation {
        var course = Course()
        var told = Told()
        foretell(scene.script.steps, of: scene, &course, &told)
        return Explanation(signals: told.signals)
    }

    /// What is told, and how much was looked through for it.
    private struct Told {
        static let most = 1000
        private static let mostSteps = 10_000

        private(set) var signals: [Explanation.Signal] = []
        private var steps = 0

        var isFull: Bool { signals.count > Self.most || steps > Self.mostSteps }

        mutating func noteStep() { steps += 1 }

        mutating func append(_ signal: Explanation.Signal) {
            guard signals.count <= Self.most else { return }
            var signal = signal
            if signals.count == Self.most { signal.note = "and more that are not told" }
            signals.append(signal)
        }
    }

    /// Where the way through the steps has come to.
    private struct Course {
        /// After how many seconds the next step begins.
        var after = 0.0
        /// True behind a wait of unknown length.
        var isAtLeast = false
        /// The conditions that the steps stand under.
        var conditions: [String] = []
        /// The scenes that it is inside of.
        var inside: [String] = []
        /// What will be known of the elements that it will have moved.
        var moved: [ElementID: Readings.State] = [:]

        var note: String? {
            let notes = conditions + (isAtLeast ? ["at the earliest"] : [])
            return notes.isEmpty ? nil : notes.joined(separator: ", ")
        }
    }

    private func foretell(
        _ steps: [Script.Step],
        of scene: SceneBook.Entry,
        _ course: inout Course,
        _ told: inout Told
    ) {
        for step in steps where !told.isFull {
            told.noteStep()
            foretell(step, of: scene, &course, &told)
        }
    }

    private func foretell(
        _ step: Script.Step,
        of scene: SceneBook.Entry,
        _ course: inout Course,
        _ told: inout Told
    ) {
        switch step.kind {
        case .order(let order, _): add(order, at: step, &course, &told)
        case .ramp(let name, to: let target, over: let duration):
            foretellRamp(of: name, to: target, over: duration, at: step, &course, &told)
        case .wait(let duration): course.after += duration.seconds
        case .waitUntil: course.isAtLeast = true
        case .condition(let condition, let then, let otherwise):
            var (one, other) = (course, course)
            one.conditions.append("if \(String(condition.text.prefix(100)))")
            other.conditions.append("else")
            foretell(then, of: scene, &one, &told)
            foretell(otherwise, of: scene, &other, &told)
            if one.after != other.after || one.isAtLeast || other.isAtLeast { course.isAtLeast = true }
            course.after = min(one.after, other.after)
            let known = readings
            for id in Set(one.moved.keys).union(other.moved.keys) {
                course.moved[id] = (one.moved[id] ?? known[id]).or(other.moved[id] ?? known[id])
            }
        case .parallel(let steps):
            var latest = course
            for step in steps where !told.isFull {
                var branch = course
                // Each is given its orders after those before it.
                branch.moved = latest.moved
                foretell([step], of: scene, &branch, &told)
                latest.after = max(latest.after, branch.after)
                latest.isAtLeast = latest.isAtLeast || branch.isAtLeast
                latest.moved = branch.moved
            }
            course = latest
        case .scene(let name): foretellScene(name, at: step, &course, &told)
        case .stopScene, .log: break
        }
    }

    private func foretellScene(
        _ name: Script.Name,
        at step: Script.Step,
        _ course: inout Course,
        _ told: inout Told
    ) {
        do throws(Fault) {
            let inner = try book.entry(named: name.text)
            guard !course.inside.contains(inner.key), course.inside.count < Script.deepest else { return }
            course.inside.append(inner.key)
            foretell(inner.script.steps, of: inner, &course, &told)
            course.inside.removeLast()
        } catch {
            let signal = Explanation.Signal(element: name.text, action: step.text, signal: nil, problem: error.message)
            told.append(signal)
        }
    }

    private func foretellRamp(
        of name: Script.Name,
        to target: Percent,
        over duration: Duration,
        at step: Script.Step,
        _ course: inout Course,
        _ told: inout Told
    ) {
        let id = try? houses.element(named: name.text)
        let known: Int? = id.flatMap { id in
            let value = course.moved[id].map { $0[.regulable]?.fresh } ?? self.known(id, .regulable)?.value
            guard case .level(let level)? = value else { return nil }
            return level.value
        }
        guard let known else {
            let order = Order(element: name.text, wish: .level(.to(target)))
            add(order, at: step, note: "at once: the level is not known", &course, &told)
            return
        }
        var ramp = Ramp(element: name.text, from: known, to: target.value, isConfirmed: true, over: duration, at: now)
        let start = course.after
        repeat {
            let moment = ramp.next
            ramp.level = ramp.level(at: moment)
            ramp.lastGiven = moment
            course.after = start + (moment - now).seconds
            let level = Percent(clamping: ramp.level)
            add(Order(element: name.text, wish: .level(.to(level))), at: step, &course, &told)
        } while ramp.level != ramp.to && !told.isFull
    }

    private func add(
        _ order: Order,
        at step: Script.Step,
        note: String? = nil,
        _ course: inout Course,
        _ told: inout Told
    ) {
        var signal: Explanation.Signal
        do throws(Fault) {
            let id = try houses.element(named: order.element)
            var known = course.moved[id] ?? readings[id]
            let action = try value(of: order.wish, for: id, in: known)
            signal = try explain(action, of: id)
            _ = known.accept(action, types: houses.index[id].types, at: now, by: .house)
            course.moved[id] = known
        } catch {
            signal = Explanation.Signal(
                element: order.element,
                action: order.wish.value,
                signal: nil,
                problem: error.message
            )
        }
        signal.line = step.position.line
        signal.after = course.after
        let notes = [note, course.note].compactMap { $0 }
        signal.note = notes.isEmpty ? nil : notes.joined(separator: ", ")
        told.append(signal)
    }
}

extension Duration {
    fileprivate var seconds: Double { Double(nanoseconds) / 1_000_000_000 }
}
