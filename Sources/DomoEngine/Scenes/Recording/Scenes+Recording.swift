import DomoLanguage
import DomoModel

// Recording: what people order through domo and do at the wall becomes a scene.

extension Scenes {
    var isRecording: Bool { recorder != nil }

    /// The recording that is under way; nil where there is none.
    var recording: Recording? { recorder.map { Recording(name: $0.name, orders: $0.count) } }

    mutating func noteLostRecording(_ name: String) { lostRecording = name }

    /// - Parameter scope: what the requesting principal sees; recorded steps elsewhere are left out.
    mutating func record(
        _ step: RecordStep,
        seenIn scope: Scope,
        by principal: Principal,
        in world: borrowing some SceneWorld
    ) throws(Fault) -> Recording {
        switch step {
        case .begin(let name):
            if let recorder {
                throw Fault(
                    .busy,
                    "\(recorder.name) is already being recorded",
                    hint: "stop it with \"domo record stop\""
                )
            }
            try requireShort(name)
            guard !FoldedName.fold(name).isEmpty else {
                throw Fault(.badRequest, "missing scene name", hint: "use \"domo record NAME\"")
            }
            recorder = SceneRecorder(name: name, began: world.now, by: principal)
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
                throw Fault(.badRequest, "nothing is being recorded", hint: "start with \"domo record NAME\"")
            }
            guard !scope.isLimited || recorder.principal == principal else {
                throw Fault(
                    .notAllowed,
                    "somebody else records \(recorder.name)",
                    hint: "who began it can stop it, or somebody who manages all places"
                )
            }
            self.recorder = nil
            if scope.isLimited {
                recorder.keep(acts: scope.holds) { name in
                    book[named: name].map { shows($0.script, in: scope, world: world) } ?? false
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

    /// An order given by a person was accepted.
    ///
    /// - Parameter given: when the order was given.
    mutating func noteOrder(_ value: Value, for element: ElementID, given: Instant, in world: borrowing some SceneWorld)
    {
        recorder?.note(SceneRecorder.Act(value, on: element, in: world), at: given)
    }

    /// An order, whoever gave it, is sent or was accepted.
    mutating func noteEcho(of value: Value, for element: ElementID, in world: borrowing some SceneWorld) {
        let before = world.reading(element, .regulable)?.value
        recorder?.expect(value, after: before, of: world.path(of: element), at: world.now)
    }

    /// The house reports a state that no order waits for. Called before the reading changes.
    mutating func noteAtWall(_ value: Value, of element: ElementID, in world: borrowing some SceneWorld) {
        guard let recorder, isActOfSomebody(value, on: element, since: recorder.began, in: world) else { return }
        guard !recorder.isEcho(value, of: world.path(of: element), at: world.now) else { return }
        // A lamp that can be switched is recorded as off, not as level 0.
        let isOff = value == .level(.zero) && world[element].types.contains(.binary)
        let act = SceneRecorder.Act(isOff ? .off : value, on: element, in: world)
        self.recorder?.noteAtWall(act, at: world.now)
    }

    /// True if only somebody at the wall can have changed the element. A change proves nothing if the previous value
    /// was unknown, only assumed from an order, or stale since before the recording.
    private func isActOfSomebody(
        _ value: Value,
        on element: ElementID,
        since began: Instant,
        in world: borrowing some SceneWorld
    ) -> Bool {
        // Texts and numbers are measured rather than set, and read-only facets can't be set.
        guard value.type.measure != .number, !world[element].isReadOnly(value.type),
            let reading = world.storedReading(element, value.type),
            let moment = world.lastUpdate(of: element, value.type), reading.certainty == .confirmed,
            let known = reading.value,
            known != value
        else { return false }
        return !reading.isStale || moment >= began
    }
}
