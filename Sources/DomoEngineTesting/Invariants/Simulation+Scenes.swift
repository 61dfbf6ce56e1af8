import DomoEngine
import DomoLanguage
import DomoModel

// Scenes, and their invariants.

extension Simulation {
    func scenes() -> [Catalog.Scene] { hasCycle ? Self.standardScenes + Self.cycle : Self.standardScenes }

    /// The first two are started by people; the others have triggers.
    private static let standardScenes = read(
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
    private static let cycle = read([("Ping", "when E0 on\nset E0 off"), ("Pong", "when E0 off\nset E0 on")])

    private static func read(_ texts: [(String, String)]) -> [Catalog.Scene] {
        texts.map { name, text in
            let (script, mistakes) = ScriptParser.parse(text)
            precondition(mistakes.isEmpty, "\(name): \(mistakes)")
            return Catalog.Scene(name: name, file: name + ".domo", script: script)
        }
    }

    /// Handles an event of a scene.
    func follow(_ event: Event) {
        guard let scene = event.scene, let progress = event.progress else { return }
        trace {
            "  event: \(scene) \(progress) by \(event.by?.description ?? "?") at \(event.time) \(event.message ?? "")"
        }
        lastSceneEvent = time
        coverage.note("scenes: \(event.outcome?.rawValue ?? progress.rawValue)")
        if event.message?.holds("more than 10 times") == true { coverage.note("cycles broken") }
        switch progress {
        case .begins:
            scenesRunOnceAtATime(scene, begins: true)
            scenesBeginByWhatIsKnown(scene, event.by?.description ?? "")
            timesComeOnceADay(scene, event)
        case .ended:
            if event.outcome == .lost {
                scenesToReportLost.remove(scene)
            } else {
                scenesRunOnceAtATime(scene, begins: false)
            }
        case .step, .failed, .log, .skipped: break
        }
    }

    /// A running scene does not begin again, and a scene that is not running does not end.
    private func scenesRunOnceAtATime(_ scene: String, begins: Bool) {
        if sceneStates[scene, default: SceneState()].isRunning == begins {
            violate("\(scene) \(begins ? "begins while it runs" : "ends without having begun")")
        }
        sceneStates[scene, default: SceneState()].isRunning = begins
    }

    /// A scene is not started by a stale reading, or by one that does not meet its condition.
    private func scenesBeginByWhatIsKnown(_ scene: String, _ by: String) {
        let words = by.split(separator: " ")
        guard words.first == "when", let number = elementNumbers.first(where: { $0.key.hasSuffix("/\(words[1])") })
        else { return }
        let types = elements[number.value].types
        let type = ([words[2] == "above" ? .regulable : .binary, .value] as [FacetType]).first(where: types.contains)
        guard let published = publishedReadings[number.value * FacetType.tableSize + Int(type?.rawValue ?? 0)] else {
            return violate("\(scene) begins by \(by), but no matching reading was published")
        }
        let holds: Bool =
            switch published.value {
            case .level(let level): level.value > 50
            case let value: value?.word == String(words[2])
            }
        if published.isStale || !holds { violate("\(scene) begins by \(by), but published was \(published)") }
    }

    /// A time starts its scene once a day, regardless of clock steps of less than an hour and restarts.
    private func timesComeOnceADay(_ scene: String, _ event: Event) {
        guard event.by == .trigger(Self.timeText) else { return }
        let day = event.time.milliseconds / Self.day
        // A start queued before the clock was set back by more than an hour begins before its time.
        guard event.time.milliseconds - day * Self.day >= Self.timeOfDay else { return }
        if timeRun?.day == day { violate("\(scene) begins twice at its time") }
        timeRun = TimeRun(day: day)
        coverage.note("scenes begun by their time")
    }

    /// The day of the time that passed while the daemon was down, at most five minutes ago.
    func timeThatPassed() -> Int64? {
        defer { previousRunEnded = Timestamp(milliseconds: .max) }
        let now = instant.wall.milliseconds
        // Nothing is known before the first commit.
        guard !scenario.hasRandomShapes, let alive = disk.alive?.milliseconds else { return nil }
        let known = max(alive, disk.scenes["Clock"]?.started.milliseconds ?? alive)
        // The clock was set back to another day.
        if known - now >= 3_600_000 { timeRun = nil }
        let day = now / Self.day
        let moment = day * Self.day + Self.timeOfDay
        // It ran before the clock was set back and forward again.
        if let run = disk.scenes["Clock"], run.by == .trigger(Self.timeText), run.started.milliseconds >= moment {
            return nil
        }
        let hasPassed = max(alive, previousRunEnded.milliseconds) < moment && moment <= now
        return hasPassed && now - moment <= 300_000 && timeRun?.day != day ? day : nil
    }

    /// A time that passed during a restart starts its scene at once.
    func timesThatPassedRunOnce(_ day: Int64) {
        coverage.note("times missed by a restart")
        if timeRun?.day != day {
            violate("\(Self.timeText) passed while the daemon was down, but its scene did not start")
        }
    }

    /// Scenes that were running when the previous run ended are reported as lost.
    func scenesOfThePreviousRunAreLost() {
        if let scene = scenesToReportLost.min() {
            violate("\(scene) was running when the daemon exited, but is not reported as lost")
        }
    }

    private func mayCycle(_ scene: String) -> Bool { ["Ping", "Pong"].contains(scene) }

    /// No scene waits forever.
    func scenesComeToTheirEnd() {
        for (scene, state) in sceneStates.sorted(by: { $0.key < $1.key }) where state.isRunning && !mayCycle(scene) {
            violate("\(scene) has not ended")
        }
    }
}
