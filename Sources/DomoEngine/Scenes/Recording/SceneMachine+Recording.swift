import DomoLanguage
import DomoModel

// What people do becomes a scene: what they order through domo, and what they do at the wall.

extension SceneMachine {
    /// - Parameter scope: what whoever asks sees; of what was recorded elsewhere nothing is shown.
    mutating func record(
        _ step: RecordStep,
        seenIn scope: Scope,
        in world: SceneSurroundings
    ) throws(Fault) -> Recording {
        switch step {
        case .begin(let name):
            if let recorder {
                throw Fault(
                    .busy,
                    "\(recorder.name) is being recorded already",
                    hint: "end that with \"domo record stop\""
                )
            }
            try requireShort(name)
            guard !FoldedName.fold(name).isEmpty else {
                throw Fault(.badRequest, "a scene needs a name", hint: "domo record NAME")
            }
            recorder = SceneRecorder(name: name, began: world.now)
            lostRecording = nil
            return Recording(name: name, orders: 0, folder: world.sceneFolder)
        case .stop:
            guard var recorder else {
                if let lost = lostRecording {
                    lostRecording = nil
                    throw Fault(
                        .badRequest,
                        "the recording of \(Words.quoted(lost)) was lost when domod ended",
                        hint: "record it again: domo record \(Words.quoted(lost))"
                    )
                }
                throw Fault(.badRequest, "nothing is being recorded", hint: "begin with \"domo record NAME\"")
            }
            self.recorder = nil
            if scope.isLimited {
                recorder.keep(acts: scope.holds) { [self] name in
                    (try? scene(named: name, seenIn: scope, world: world)) != nil
                }
            }
            return Recording(
                name: recorder.name,
                orders: recorder.count,
                text: recorder.text,
                folder: world.sceneFolder
            )
        }
    }

    /// An order that people gave was accepted.
    ///
    /// - Parameter given: when they gave it.
    mutating func noteOrder(_ value: Value, for element: ElementID, given: Instant, in world: SceneSurroundings) {
        recorder?.note(SceneRecorder.Act(value, on: element, in: world), at: given)
    }

    /// An order goes out or was accepted, whoever gave it.
    mutating func noteEcho(of value: Value, for element: ElementID, in world: SceneSurroundings) {
        let before = world.reading(element, .regulable)?.value
        recorder?.expect(value, after: before, of: world.path(of: element), at: world.now)
    }

    /// The house reports what an element is, and no order waits for that. Comes before it is taken in.
    mutating func noteAtWall(_ value: Value, of element: ElementID, in world: SceneSurroundings) {
        guard let recorder, isActOfSomebody(value, on: element, since: recorder.began, in: world) else { return }
        guard !recorder.isEcho(value, of: world.path(of: element), at: world.now) else { return }
        // A lamp that can be switched is off rather than at 0.
        let isOff = value == .level(.zero) && world[element].types.contains(.binary)
        let act = SceneRecorder.Act(isOff ? .off : value, on: element, in: world)
        self.recorder?.noteAtWall(act, at: world.now)
    }

    /// True where only somebody at the wall can have brought the element there. What was never known, or rests on an order
    /// that nothing confirmed, says nothing by being otherwise; nor does what is stale since before the beginning.
    private func isActOfSomebody(
        _ value: Value,
        on element: ElementID,
        since began: Instant,
        in world: SceneSurroundings
    ) -> Bool {
        // Texts and numbers are measured rather than set, and what is read-only can't be.
        guard value.type.measure != .number, !world[element].isReadOnly(value.type),
            let reading = world.storedReading(element, value.type),
            let heard = world.heard(element, value.type), reading.certainty == .confirmed, let known = reading.value,
            known != value
        else { return false }
        return !reading.isStale || heard >= began
    }
}
