import DomoLanguage
import DomoModel

extension Engine {
    mutating func start(
        _ scene: Catalog.Scene,
        request: RequestID,
        by cause: String,
        at now: Instant
    ) throws(Fault) {
        guard scenes.count < SceneRun.mostRuns else {
            throw Fault(.busy, "\(scenes.count) scenes are running already", hint: "try again when some have ended")
        }
        lastSceneRun += 1
        let id = SceneRunID(number: lastSceneRun)
        scenes[id] = SceneRun(request: request, name: scene.name, by: cause, steps: scene.script.steps)
        effects.append(
            .publish(Event(kind: .scene, time: now.wall, message: "scene \(scene.name) begins", by: cause))
        )
        advance(id, at: now)
    }

    /// Gives the next order of a scene, or ends it.
    mutating func advance(_ id: SceneRunID, at now: Instant) {
        while let run = scenes[id] {
            guard let step = run.next else {
                scenes[id] = nil
                let report = run.report
                let end =
                    report.failed == 0 ? "is done" : "is done, \(report.failed) of \(report.steps.count) steps failed"
                effects.append(
                    .publish(Event(kind: .scene, time: now.wall, message: "scene \(run.name) \(end)", by: run.by))
                )
                effects.append(.reply(run.request, .scene(report)))
                return
            }
            do throws(Fault) {
                let cause = "scene \(run.name)"
                guard case .order(let order, _) = step.kind else { return }
                submit(try pending(order, origin: .scene(id), cause: cause, at: now), at: now)
                return
            } catch {
                scenes[id]?.finishStep(.failure(error))
            }
        }
    }
}
