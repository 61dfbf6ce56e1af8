import DomoLanguage
import DomoModel

// What people do becomes a scene: what they order through domo, and what they do at the wall.

extension Engine {
    mutating func record(_ step: RecordStep) throws(Fault) -> Recording {
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
            recorder = SceneRecorder(name: name, began: now)
            return Recording(name: name, orders: 0, folder: catalog.sceneFolder)
        case .stop:
            guard let recorder else {
                throw Fault(.badRequest, "nothing is being recorded", hint: "begin with \"domo record NAME\"")
            }
            self.recorder = nil
            return Recording(
                name: recorder.name,
                orders: recorder.count,
                text: recorder.text,
                folder: catalog.sceneFolder
            )
        }
    }

    /// An order that people gave was accepted.
    mutating func noteForRecorder(_ action: Value, _ order: PendingOrder) {
        guard recorder != nil else { return }
        let act = recorded(action, of: order.element)
        recorder?.note(act, at: order.received)
    }

    /// An order goes out or was accepted, whoever gave it.
    mutating func noteEcho(of action: Value, for element: ElementID, at now: Instant) {
        guard recorder != nil else { return }
        let before = state.reading(element, .regulable)?.value
        let path = catalog.index.path(of: element)
        recorder?.expect(action, after: before, of: path, at: now)
    }

    /// The house tells what an element is, and no order waits for that. Comes before it is taken in.
    mutating func noteAtWall(_ value: Value?, _ type: FacetType, of element: ElementID, at now: Instant) {
        guard let recorder, let value, isActOfSomebody(value, type, on: element, since: recorder.began) else { return }
        let path = catalog.index.path(of: element)
        guard !recorder.isEcho(value, of: path, at: now) else { return }
        // A lamp that can be switched is off rather than at 0.
        let isOff = value == .level(.zero) && catalog.index[element].types.contains(.binary)
        let act = recorded(isOff ? .off : value, of: element)
        self.recorder?.noteAtWall(act, at: now)
    }

    /// True where only somebody at the wall can have brought the element there. What was never known, or rests on an order
    /// that nothing confirmed, tells nothing by being otherwise; nor does what is in doubt since before the beginning.
    private func isActOfSomebody(
        _ value: Value,
        _ type: FacetType,
        on element: ElementID,
        since began: Instant
    ) -> Bool {
        // Texts and numbers are measured rather than set, and what is read-only can't be.
        guard type.measure != .number, !catalog.index[element].isReadOnly(type),
            let facet = state[element].facets.first(where: { $0.type == type }),
            facet.reading.certainty == .confirmed, let known = facet.reading.value, known != value
        else { return false }
        return !facet.reading.isStale || facet.heard >= began
    }

    private func recorded(_ action: Value, of id: ElementID) -> SceneRecorder.Act {
        let element = catalog.index[id]
        let path = catalog.index.path(of: id)
        let isAlone: Bool
        do throws(Fault) {
            isAlone = try self.element(named: element.name) == id
        } catch {
            isAlone = false
        }
        return SceneRecorder.Act(action, of: element, named: isAlone ? element.name : path, path: path)
    }
}
