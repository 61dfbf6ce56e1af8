import DomoLanguage
import DomoModel

/// What a scene would send, and when, if it started now.
struct SceneForecast {
    private static let maxSignals = 1000
    private static let maxSteps = 10_000

    private let book: SceneBook
    private var signals: [Explanation.Signal] = []
    /// The number of steps visited.
    private var steps = 0

    private var isFull: Bool { signals.count > Self.maxSignals || steps > Self.maxSteps }

    var explanation: Explanation { Explanation(signals: signals) }

    init(_ scene: SceneBook.Entry, book: SceneBook, in world: borrowing some SceneWorld) {
        self.book = book
        var course = Course()
        add(scene.script.steps, &course, in: world)
    }

    /// The state of the walk through the steps.
    private struct Course {
        /// The start of the next step, in seconds.
        var after = 0.0
        /// True after a wait of unknown length.
        var isAtLeast = false
        /// The conditions that the steps depend on.
        var conditions: [String] = []
        /// The enclosing scenes.
        var inside: [String] = []
        /// The expected states of the elements moved so far.
        var moved: [ElementID: SceneExpectation] = [:]

        var note: String? {
            let notes = conditions + (isAtLeast ? ["at the earliest"] : [])
            return notes.isEmpty ? nil : notes.joined(separator: ", ")
        }
    }

    private mutating func add(_ steps: [Script.Step], _ course: inout Course, in world: borrowing some SceneWorld) {
        for step in steps where !isFull {
            self.steps += 1
            add(step, &course, in: world)
        }
    }

    private mutating func add(_ step: Script.Step, _ course: inout Course, in world: borrowing some SceneWorld) {
        switch step.kind {
        case .order(let order, _): add(order, at: step, &course, in: world)
        case .group(let group, _): add(group, at: step, &course, in: world)
        case .ramp(let name, to: let target, over: let duration):
            addRamp(of: name, to: target, over: duration, at: step, &course, in: world)
        case .wait(let duration): course.after += duration.seconds
        case .waitUntil: course.isAtLeast = true
        case .condition(let condition, let then, let otherwise): add(condition, then, otherwise, &course, in: world)
        case .parallel(let steps):
            var latest = course
            for step in steps where !isFull {
                var branch = course
                // Each branch follows the orders of the previous ones.
                branch.moved = latest.moved
                add([step], &branch, in: world)
                latest.after = max(latest.after, branch.after)
                latest.isAtLeast = latest.isAtLeast || branch.isAtLeast
                latest.moved = branch.moved
            }
            course = latest
        case .scene(let name): addScene(name, at: step, &course, in: world)
        case .notify(let notice): add(notice.text, action: "notify", at: step, course, in: world)
        case .call(let call):
            add(call.text, action: "call \(call.target.text)", at: step, course, in: world)
            course.isAtLeast = true
        case .stopScene, .log, .resolved: break
        }
    }

    /// What is sent to the notifier.
    private mutating func add(
        _ text: MessageText?,
        action: String,
        at step: Script.Step,
        _ course: Course,
        in world: borrowing some SceneWorld
    ) {
        var signal = Explanation.Signal(element: "domo-notify", action: action, signal: step.text)
        do throws(Fault) {
            if let filled = try text?.filled(in: world) { signal.signal = "\(step.text): \(filled)" }
        } catch {
            signal.problem = error.message
        }
        (signal.line, signal.after, signal.note) = (step.position.line, course.after, course.note)
        append(signal)
    }

    private mutating func add(
        _ condition: Condition,
        _ then: [Script.Step],
        _ otherwise: [Script.Step],
        _ course: inout Course,
        in world: borrowing some SceneWorld
    ) {
        var (one, other) = (course, course)
        one.conditions.append("if \(String(condition.text.prefix(100)))")
        other.conditions.append("else")
        add(then, &one, in: world)
        add(otherwise, &other, in: world)
        if one.after != other.after || one.isAtLeast || other.isAtLeast { course.isAtLeast = true }
        course.after = min(one.after, other.after)
        for id in Set(one.moved.keys).union(other.moved.keys) {
            let known = world.expectation(of: id)
            course.moved[id] = (one.moved[id] ?? known).or(other.moved[id] ?? known)
        }
    }

    private mutating func add(
        _ group: GroupOrder,
        at step: Script.Step,
        _ course: inout Course,
        in world: borrowing some SceneWorld
    ) {
        do throws(Fault) {
            let moved = course.moved
            let orders = try world.orders(of: group) { id, type in moved[world.representative(of: id)]?.value(type) }
            for order in orders where !isFull { add(order, at: step, &course, in: world) }
        } catch {
            append(
                Explanation.Signal(
                    element: group.place,
                    action: group.value,
                    signal: nil,
                    problem: error.message,
                    line: step.position.line
                )
            )
        }
    }

    private mutating func addScene(
        _ name: Script.Name,
        at step: Script.Step,
        _ course: inout Course,
        in world: borrowing some SceneWorld
    ) {
        do throws(Fault) {
            let inner = try book.entry(named: name.text)
            guard !course.inside.contains(inner.key), course.inside.count < Script.maxDepth else { return }
            course.inside.append(inner.key)
            add(inner.script.steps, &course, in: world)
            course.inside.removeLast()
        } catch {
            append(
                Explanation.Signal(
                    element: name.text,
                    action: step.text,
                    signal: nil,
                    problem: error.message,
                    line: step.position.line
                )
            )
        }
    }

    private mutating func addRamp(
        of name: Script.Name,
        to target: Percent,
        over duration: Duration,
        at step: Script.Step,
        _ course: inout Course,
        in world: borrowing some SceneWorld
    ) {
        // An unknown name is reported with the order.
        let id = try? world.element(named: name.text)
        let known: Int? = id.flatMap { id in
            let value =
                course.moved[world.representative(of: id)].map { $0.value(.regulable) }
                ?? world.reading(id, .regulable)?.value
            guard case .level(let level)? = value else { return nil }
            return level.value
        }
        guard let known else {
            let order = Order(element: name.text, wish: .level(.to(target)))
            add(order, at: step, note: "at once: the level is unknown", &course, in: world)
            return
        }
        let now = world.now
        var ramp = Ramp(element: name.text, from: known, to: target.value, isConfirmed: true, over: duration, at: now)
        let start = course.after
        repeat {
            let moment = ramp.next
            ramp.level = ramp.level(at: moment)
            ramp.lastGiven = moment
            course.after = start + (moment - now).seconds
            let level = Percent(clamping: ramp.level)
            add(Order(element: name.text, wish: .level(.to(level))), at: step, &course, in: world)
        } while ramp.level != ramp.to && !isFull
    }

    private mutating func add(
        _ order: Order,
        at step: Script.Step,
        note: String? = nil,
        _ course: inout Course,
        in world: borrowing some SceneWorld
    ) {
        var signal: Explanation.Signal
        do throws(Fault) {
            let id = try world.element(named: order.element)
            let moved = world.representative(of: id)
            var expected = course.moved[moved] ?? world.expectation(of: id)
            signal = try world.forecast(order.wish, of: id, &expected)
            course.moved[moved] = expected
        } catch {
            signal = Explanation.Signal(
                element: order.element,
                action: order.wish.value,
                signal: nil,
                problem: error.message + (error.hint.map { "; \($0)" } ?? "")
            )
        }
        signal.line = step.position.line
        signal.after = course.after
        let notes = [note, course.note].compactMap { $0 }
        signal.note = notes.isEmpty ? nil : notes.joined(separator: ", ")
        append(signal)
    }

    private mutating func append(_ signal: Explanation.Signal) {
        guard signals.count <= Self.maxSignals else { return }
        var signal = signal
        if signals.count == Self.maxSignals { signal.note = "and more" }
        signals.append(signal)
    }
}

extension Duration {
    fileprivate var seconds: Double { Double(nanoseconds) / 1_000_000_000 }
}
