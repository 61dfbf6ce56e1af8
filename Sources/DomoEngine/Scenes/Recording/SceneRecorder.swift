import DomoLanguage
import DomoModel

/// Records what people do, to make a scene of it.
struct SceneRecorder: Sendable {
    /// Further steps are not recorded.
    static let maxSteps = 1000
    /// Reports about an element within this time belong to the same movement.
    static let movement: Duration = .seconds(2)

    /// What somebody did to an element.
    struct Act: Sendable {
        var value: Value
        var path: String
        /// The step in the scene.
        var line: String

        init(_ value: Value, on id: ElementID, in world: borrowing some SceneWorld) {
            self.value = value
            let element = world[id]
            path = world.path(of: id)
            let wish: Order.Wish
            if case .level(let level) = value {
                wish = .level(.to(level))
            } else {
                // The value may be ambiguous between types, such as the text `on`.
                let usual = try? element.value(value.word)
                wish = .value(value.word, as: usual == value ? nil : value.type)
            }
            // The name alone if it is unique.
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

    /// The expected effect of an order.
    fileprivate struct Echo {
        var value: Value
        /// The previous level.
        var level: Percent?
        var at: Instant
    }

    let name: String
    let began: Instant
    /// Who began it.
    let principal: Principal
    private var entries: [Entry] = []
    /// By the element's full path.
    private var echoes: [String: [Echo]] = [:]

    init(name: String, began: Instant, by principal: Principal) {
        self.principal = principal
        self.name = name
        self.began = began
    }

    var count: Int { entries.count }
    private var isFull: Bool { entries.count >= Self.maxSteps }

    /// An order given at that time was accepted.
    mutating func note(_ act: Act, at given: Instant) {
        guard !isFull else { return }
        entries.append(Entry(act, at: given))
    }

    /// Somebody started a scene: the orders it gives are not recorded.
    mutating func note(scene: String, at now: Instant) {
        // A scene that runs itself would be a loop.
        guard !isFull, FoldedName.fold(scene) != FoldedName.fold(name) else { return }
        entries.append(Entry(scene: scene, at: now))
    }

    /// Drops steps at invisible elements.
    ///
    /// - Parameters:
    ///   - isKept: by the element's full path.
    ///   - isSceneKept: by the scene's name.
    mutating func keep(acts isKept: (String) -> Bool, scenes isSceneKept: (String) -> Bool) {
        entries.removeAll { entry in
            if let act = entry.act { return !isKept(act.path) }
            return entry.scene.map { !isSceneKept($0) } ?? true
        }
    }

    // MARK: - At the wall

    /// An order is sent or was accepted.
    mutating func expect(_ value: Value, after before: Value?, of path: String, at now: Instant) {
        var level: Percent?
        if case .level(let known)? = before { level = known }
        echoes[path, default: []].removeAll { now - $0.at > Scenes.maxEchoDelay }
        echoes[path, default: []].append(Echo(value: value, level: level, at: now))
    }

    /// True if an order of the last seconds caused that.
    func isEcho(_ value: Value, of path: String, at now: Instant) -> Bool {
        (echoes[path] ?? []).contains { now - $0.at <= Scenes.maxEchoDelay && $0.leads(to: value) }
    }

    /// The house reports what somebody did.
    mutating func noteAtWall(_ act: Act, at now: Instant) {
        if let last = entries.lastIndex(where: { $0.act?.path == act.path }), entries[last].isAtWall,
            now - entries[last].at <= Self.movement, let before = entries[last].act
        {
            switch (before.value, act.value) {
            // Another facet of the same act.
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

    /// Rounded to seconds below ten seconds, to five seconds below a minute, to thirty seconds below ten minutes, and
    /// to minutes above; nil for less than a second.
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
    /// Facets of an element follow each other, and a lamp may take time to switch.
    fileprivate func leads(to reported: Value) -> Bool {
        switch (value, reported) {
        case (.on, .level(let reached)): reached > .zero
        case (.off, .level(let reached)): reached == .zero || level.map { reached < $0 } ?? false
        case (.level(let ordered), .on): ordered > .zero
        case (.level(let ordered), .off): ordered == .zero
        // A stopped blind reports its last direction.
        case (.stop, .up), (.stop, .down): true
        default: value.agrees(with: reported)
        }
    }
}
