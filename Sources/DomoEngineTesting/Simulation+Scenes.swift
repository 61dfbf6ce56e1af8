import DomoEngine
import DomoLanguage
import DomoModel

// Scenes among the faults: what they are, and what must hold of them.

/// A scene as it was seen from outside.
struct SceneLife {
    var isRunning = false
}

/// A start by a time.
struct TimeRun {
    /// By the clock on the wall.
    var day: Int64
    /// A kill or a disk that fails before that makes it forgotten.
    var isStored = false
}

extension Simulation {
    func scenes() -> [Catalog.Scene] { hasCircle ? Self.usual + Self.circle : Self.usual }

    /// People ask for the first two. The others begin by themselves.
    private static let usual = read(
        [
            ("Night", "set E0 off\nwait 300ms\ndim E3 20\nset E4 off"),
            ("Day", "on failure stop\nset E1 on\ndim --wait confirmed E2 80\ntoggle E5"),
            (
                "Follow",
                """
                when E1 on for 200ms
                again: skip
                at most one of rooms
                in parallel:
                    set E4 off
                    dim E3 40 over 1s
                    wait until E2 80 at most 2s
                wait 500ms
                if E0 on: set E0 off
                else: scene Night
                """
            ),
            ("Cross", "when E2 above 50\nat most one of rooms\nset E4 on\nwait 700ms"),
            ("Clock", "\(timeText)\nat start\nagain: queue\nonly if between 22:00 and 23:00\nset E4 off"),
        ]
    )

    private static let timeText = "at 22:13:28"
    /// The same in milliseconds since midnight.
    private static let timeOfDay: Int64 = 80_008_000
    private static let day: Int64 = 86_400_000

    /// These start each other.
    private static let circle = read([("Ping", "when E0 on\nset E0 off"), ("Pong", "when E0 off\nset E0 on")])

    private static func read(_ texts: [(String, String)]) -> [Catalog.Scene] {
        texts.map { name, text in
            let (script, mistakes) = ScriptParser.parse(text)
            precondition(mistakes.isEmpty, "\(name): \(mistakes)")
            return Catalog.Scene(name: name, file: name + ".domo", script: script)
        }
    }

    /// Something happened to a scene.
    func follow(_ event: Event) {
        guard let scene = event.scene, let progress = event.progress else { return }
        trace { "  event: \(event.message ?? "")" }
        coverage.note("scenes: \(event.outcome?.rawValue ?? progress.rawValue)")
        if event.message?.contains("more than 10 times") == true { coverage.note("circles broken") }
        switch progress {
        case .begins:
            scenesRunOnceAtATime(scene, begins: true)
            scenesBeginByWhatIsKnown(scene, event.by?.description ?? "")
            timesComeOnceADay(scene, event)
        case .ended:
            if event.outcome == .lost {
                lostScenes.remove(scene)
            } else {
                scenesRunOnceAtATime(scene, begins: false)
            }
        case .step, .failed, .log, .skipped: break
        }
    }

    /// A scene that runs does not begin, and one that doesn't has no end.
    private func scenesRunOnceAtATime(_ scene: String, begins: Bool) {
        if sceneLives[scene, default: SceneLife()].isRunning == begins {
            violate("\(scene) \(begins ? "begins while it runs" : "ends and did not begin")")
        }
        sceneLives[scene, default: SceneLife()].isRunning = begins
    }

    /// A reading that is in doubt starts nothing, nor one that is not so.
    private func scenesBeginByWhatIsKnown(_ scene: String, _ by: String) {
        let words = by.split(separator: " ")
        guard words.first == "when", let number = elementNumbers.first(where: { $0.key.hasSuffix("/\(words[1])") })
        else { return }
        let types = elements[number.value].types
        let type = ([words[2] == "above" ? .regulable : .binary, .value] as [FacetType]).first(where: types.contains)
        guard let told = toldReadings[number.value * 8 + Int(type?.rawValue ?? 0)] else {
            return violate("\(scene) begins by \(by), and nothing was told of that")
        }
        let holds: Bool =
            switch told.value {
            case .level(let level): level.value > 50
            case let value: value?.word == String(words[2])
            }
        if told.isStale || !holds { violate("\(scene) begins by \(by), and told was \(told)") }
    }

    /// A time comes once a day, however the clock is set by less than an hour, and over restarts too.
    private func timesComeOnceADay(_ scene: String, _ event: Event) {
        guard event.by == .trigger(Self.timeText) else { return }
        let day = event.time.milliseconds / Self.day
        if timeRun?.day == day { violate("\(scene) begins twice by its time") }
        timeRun = TimeRun(day: day)
        coverage.note("scenes begun by their time")
    }

    /// The day of the time that passed while nothing ran, where that was at most five minutes ago.
    func timeThatPassed() -> Int64? {
        defer { lastLifeEnded = Timestamp(milliseconds: .max) }
        let now = instant.wall.milliseconds
        // Of the first life, and of one whose disk never wrote, nothing is known.
        guard let alive = disk.alive?.milliseconds else { return nil }
        let known = max(alive, disk.scenes["Clock"]?.started.milliseconds ?? alive)
        // The clock was set back to another day.
        if known - now >= 3_600_000 { timeRun = nil }
        let day = now / Self.day
        let moment = day * Self.day + Self.timeOfDay
        let hasPassed = max(alive, lastLifeEnded.milliseconds) < moment && moment <= now
        return hasPassed && now - moment <= 300_000 && timeRun?.day != day ? day : nil
    }

    /// A time that passed in a restart is made up for, at once.
    func timesThatPassedRunOnce(_ day: Int64) {
        coverage.note("times made up for")
        if timeRun?.day != day { violate("\(Self.timeText) passed while nothing ran, and is not made up for") }
    }

    /// What ran when the life before ended is told to be lost.
    func scenesOfTheLastLifeAreLost() {
        if let scene = lostScenes.min() { violate("nothing was told of \(scene), which ran when the daemon ended") }
    }

    private func mayCircle(_ scene: String) -> Bool { ["Ping", "Pong"].contains(scene) }

    /// No scene waits for anything that does not come.
    func scenesComeToTheirEnd() {
        for (scene, life) in sceneLives.sorted(by: { $0.key < $1.key }) where life.isRunning && !mayCircle(scene) {
            violate("\(scene) has not ended")
        }
    }
}
