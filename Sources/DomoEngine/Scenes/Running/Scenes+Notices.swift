import DomoLanguage
import DomoModel

// The steps `notify`, `resolved` and `call`.

extension Scenes {
    mutating func raise(
        _ notice: Script.Notice,
        line: Int,
        in id: StrandID,
        of run: SceneRun,
        world: borrowing some SceneWorld
    ) throws(Fault) {
        let raised = RaisedNotice(
            text: try notice.text.filled(in: world),
            to: notice.to.map(\.text),
            isUrgent: notice.isUrgent,
            about: notice.about ?? run.name,
            window: notice.window,
            interval: notice.interval,
            escalation: notice.escalation.map { ($0.after, $0.to.map(\.text)) },
            scene: run.name,
            line: line,
            by: run.cause,
            // Also where nobody is limited to places now: "why" needs them.
            places: places(of: run.script, in: world)
        )
        runs.setActivity(.notifying, of: id)
        isGiving = true
        decisions.append(.raise(raised, for: id))
    }

    mutating func resolve(
        _ resolution: Script.Resolution,
        in id: StrandID,
        of run: SceneRun,
        world: borrowing some SceneWorld
    ) throws(Fault) {
        let text = try resolution.text?.filled(in: world)
        runs.setActivity(.notifying, of: id)
        isGiving = true
        decisions.append(.resolve(about: resolution.about ?? run.name, text: text, for: id))
    }

    /// The notice of a step was raised or resolved.
    mutating func noticeTaken(_ note: String, for id: StrandID, in world: borrowing some SceneWorld) {
        isGiving = false
        guard case .notifying? = runs[strand: id]?.activity else { return }
        finish(id, .note(note), in: world)
    }

    mutating func begin(
        _ call: Script.Call,
        in id: StrandID,
        of run: SceneRun,
        world: borrowing some SceneWorld
    ) throws(Fault) {
        let text = try call.text?.filled(in: world)
        runs.setActivity(.calling, of: id)
        let paths = run.script.answerPaths(of: call.target.text)
        decisions.append(.call(call, text: text, paths: paths, scene: run.name, for: id))
    }

    mutating func callEnded(
        _ result: Result<CallAnswer, Fault>,
        for id: StrandID,
        in world: borrowing some SceneWorld
    ) {
        guard let strand = runs[strand: id], case .calling = strand.activity,
            case .call(let call)? = strand.current?.kind
        else { return }
        switch result {
        case .success(let answer):
            runs.note(answer, to: call.target.text, of: id.run)
            finish(id, .note("status \(answer.status)"), in: world)
        case .failure(let fault): finish(id, .failure(fault), in: world)
        }
    }
}

extension Truth {
    /// Whether the answer of a call passes a test.
    ///
    /// - Parameter answer: nil if there is none.
    init(of test: Script.AnswerTest, _ answer: CallAnswer?) {
        let name = test.target.text
        guard let answer else {
            self = .unknown("\(name) has not answered")
            return
        }
        guard let value = test.path == "status" ? String(answer.status) : answer.values[test.path] else {
            self = .unknown("the answer of \(name) has no \(test.path)")
            return
        }
        self = test.holds(value) ? .holds : .fails("\(test.path) of \(name) is \(value.prefix(100))")
    }
}
