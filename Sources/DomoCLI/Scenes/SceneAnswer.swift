import DomoLanguage

// The common parts of `scene` and `run`.

extension Request {
    fileprivate var isExplained: Bool {
        if case .scene(_, explain: true, tag: _, values: _, until: _) = self { return true }
        if case .run(_, lines: _, explain: true, tag: _, until: _) = self { return true }
        return false
    }

    /// True if the reply comes when the run has ended.
    fileprivate var isRun: Bool {
        if case .sceneStop = self { return false }
        return !isExplained
    }

    /// The maximum time for the reply to `scene` or `run`.
    var sceneRunPatience: Duration {
        // A scene may wait for a door until somebody comes home. If the daemon dies, the connection closes.
        isRun ? .seconds(366 * 86_400) : .seconds(10) + ControlClient.margin
    }
}

extension Answer {
    /// The exit status of a scene that did not complete, or would not.
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
    /// The reply to `scene` or `run`.
    func sceneRun(_ answer: Answer) throws(Fault) -> String {
        answer.request.isExplained ? explanation(try answer.decode()) : scene(try answer.decode())
    }
}
