import DomoLanguage
import DomoModel

/// Writes down what people do, to make a scene of it.
struct SceneRecorder: Sendable {
    /// More than this is not written down.
    static let maxSteps = 1000
    /// What is told of an element so soon after something else is a part of the same movement.
    static let movement: Duration = .seconds(2)

    /// What somebody did with an element.
    struct Act: Sendable {
        var action: Value
        var path: String
        /// The step of the scene.
        var line: String

        init(_ value: Value, on id: ElementID, in world: SceneSurroundings) {
            action = value
            let element = world[id]
            path = world.path(of: id)
            let wish: Order.Wish
            if case .level(let level) = value {
                wish = .level(.to(level))
            } else {
                // The value's form may mean another type: a text `on`.
                let usual = try? element.value(value.word)
                wish = .value(value.word, as: usual == value ? nil : value.type)
            }
            // Its name alone, where no other element has it.
            let isAlone = (try? world.element(named: element.name)) == id
            line = Order(element: isAlone ? element.name : path, wish: wish).line
        }
    }

    private struct Entry {
        /// Nil for a scene that was started.
        var act: Act?
        /// Nil for an act.
        var scene: String?
        var line: String
        var at: Instant
        var isAtWall: Bool

        init(_ act: Act, at: Instant, isAtWall: Bool = false) {
            (self.act, line, self.at, self.isAtWall) = (act, act.line, at, isAtWall)
        }

        init(scene: String, at: Instant) {
            (self.scene, line, self.at, isAtWall) = (scene, "scene \(Words.quoted(scene))", at, false)
        }
    }

    /// What an order may lead to.
    fileprivate struct Echo {
        var action: Value
        /// The level before.
        var level: Percent?
        var at: Instant
    }

    let name: String
    let began: Instant
    private var entries: [Entry] = []
    /// By the element's whole path.
    private var echoes: [String: [Echo]] = [:]

    init(name: String, began: Instant) {
        self.name = name
        self.began = began
    }

    var count: Int { entries.count }
    private var isFull: Bool { entries.count >= Self.maxSteps }

    /// An order was accepted that was given then.
    mutating func note(_ act: Act, at given: Instant) {
        guard !isFull else { return }
        entries.append(Entry(act, at: given))
    }

    /// Somebody started a scene: what it orders stays out.
    mutating func note(scene: String, at now: Instant) {
        // One that called itself would be a circle.
        guard !isFull, FoldedName.fold(scene) != FoldedName.fold(name) else { return }
        entries.append(Entry(scene: scene, at: now))
    }

    /// Drops what was done elsewhere.
    ///
    /// - Parameters:
    ///   - isKept: by the whole path of the element.
    ///   - isSceneKept: by the scene's name.
    mutating func keep(acts isKept: (String) -> Bool, scenes isSceneKept: (String) -> Bool) {
        entries.removeAll { entry in
            if let act = entry.act { return !isKept(act.path) }
            return entry.scene.map { !isSceneKept($0) } ?? true
        }
    }

    // MARK: - At the wall

    /// An order goes out or was accepted.
    mutating func expect(_ action: Value, after before: Value?, of path: String, at now: Instant) {
        var level: Percent?
        if case .level(let known)? = before { level = known }
        echoes[path, default: []].removeAll { now - $0.at > SceneMachine.maxEchoDelay }
        echoes[path, default: []].append(Echo(action: action, level: level, at: now))
    }

    /// True where an order of the last seconds led to that.
    func isEcho(_ value: Value, of path: String, at now: Instant) -> Bool {
        (echoes[path] ?? []).contains { now - $0.at <= SceneMachine.maxEchoDelay && $0.leads(to: value) }
    }

    /// The house tells what somebody did.
    mutating func noteAtWall(_ act: Act, at now: Instant) {
        if let last = entries.lastIndex(where: { $0.act?.path == act.path }), entries[last].isAtWall,
            now - entries[last].at <= Self.movement, let before = entries[last].act
        {
            switch (before.action, act.action) {
            // The other facet of the same act.
            case (.level, .on): return
            case (.level, .level), (.level, .off), (.on, .level), (.off, .level):
                entries[last] = Entry(act, at: now, isAtWall: true)
                return
            case (let one, let other) where one == other: return
            default: break
            }
        }
        guard !isFull else { return }
        entries.append(Entry(act, at: now, isAtWall: true))
    }

    // MARK: - The scene file

    var text: String {
        var lines = ["name \(Words.quoted(name))", ""]
        var last: Instant?
        for entry in entries.sorted(by: { $0.at < $1.at }) {
            if let last, let pause = Self.rounded(entry.at - last) { lines.append("wait \(DurationText.write(pause))") }
            lines.append(entry.line)
            last = entry.at
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// To the second below ten, to five below a minute, to thirty below ten minutes, to the minute beyond; nil for less
    /// than a second.
    static func rounded(_ pause: Duration) -> Duration? {
        let seconds = Double(pause.nanoseconds) / 1_000_000_000
        let unit: Double =
            switch seconds {
            case ..<10: 1
            case ..<60: 5
            case ..<600: 30
            default: 60
            }
        let rounded = Int((seconds / unit).rounded() * unit)
        return rounded > 0 ? min(.seconds(rounded), Script.waits.upperBound) : nil
    }
}

extension SceneRecorder.Echo {
    /// Facets of one element follow each other, and a lamp that is switched may take its time.
    fileprivate func leads(to value: Value) -> Bool {
        switch (action, value) {
        case (.on, .level(let told)): told > .zero
        case (.off, .level(let told)): told == .zero || level.map { told < $0 } ?? false
        case (.level(let asked), .on): asked > .zero
        case (.level(let asked), .off): asked == .zero
        // What is told of a blind that stands is the way that it went.
        case (.stop, .up), (.stop, .down): true
        default: action.agrees(with: value)
        }
    }
}
