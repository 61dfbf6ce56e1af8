import DomoLanguage

// What `scene` and `run` have in common.

extension Request {
    fileprivate var isExplained: Bool {
        if case .scene(_, explain: true, tag: _) = self { return true }
        if case .run(_, lines: _, explain: true, tag: _) = self { return true }
        return false
    }

    /// True where the answer comes when the run has ended.
    fileprivate var isRun: Bool {
        if case .sceneStop = self { return false }
        return !isExplained
    }

    /// How long the answer to `scene` or `run` may take.
    var sceneRunPatience: Duration {
        // A scene may wait for a door until somebody comes home. A daemon that dies meanwhile hangs up.
        isRun ? .seconds(366 * 86_400) : .seconds(10) + ControlClient.margin
    }
}

extension Answer {
    /// The status of a scene that was not done to its end, or would not be.
    var sceneFailure: ExitStatus? {
        get throws(Fault) {
            if request.isExplained {
                return try decode(Explanation.self).signals.allSatisfy { $0.signal != nil } ? nil : .badData
            }
            guard request.isRun else { return nil }
            let status = try decode(SceneReport.self).exitStatus
            return status == .done ? nil : status
        }
    }
}

extension Rendering {
    /// The answer to `scene` or `run`.
    func sceneRun(_ answer: Answer) throws(Fault) -> String {
        answer.request.isExplained ? explanation(try answer.decode()) : scene(try answer.decode())
    }
}
