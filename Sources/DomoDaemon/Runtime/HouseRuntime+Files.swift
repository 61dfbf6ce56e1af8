import DomoEngine
import DomoLanguage
import DomoSystem
import Logging

// Scene texts, floor plans, and positions on them.

extension HouseRuntime {
    func perform(_ task: FileTask, for id: RequestID) {
        switch task {
        case .showScene(let name, let file):
            work(for: id) { () throws(Fault) in .sceneText(try SceneFile(name: name, path: file).read()) }
        case .showPlan(let place, let folder, let file):
            work(for: id) { () throws(Fault) in .plan(try PlanImage.read(file, in: folder, of: place)) }
        case .saveScene(let name, let file, let text, let tag):
            change(SceneFile(name: name, path: file), to: text, for: id) { file throws(Fault) in
                try file.save(text, over: tag)
            }
        case .removeScene(let name, let file, let tag):
            change(SceneFile(name: name, path: file), to: nil, for: id) { file throws(Fault) in try file.remove(tag) }
        case .move(let moves): move(moves, for: id)
        }
    }

    private func work(for id: RequestID, _ body: @escaping @Sendable () throws(Fault) -> Reply) {
        longWork.add {
            do throws(Fault) {
                self.put(.answered(id, WrittenReply(try body())))
            } catch {
                self.put(.performed(id, .fault(error)))
            }
        }
    }

    // MARK: - Changing scenes

    private func change(
        _ file: SceneFile,
        to text: String?,
        for id: RequestID,
        _ body: @escaping @Sendable (SceneFile) throws(Fault) -> String?
    ) {
        longWork.add {
            do throws(Fault) {
                self.put(.changed(id, ChangedScene(file: file, text: text, before: try body(file))))
            } catch {
                self.put(.performed(id, .fault(error)))
            }
        }
    }

    func changed(_ scene: ChangedScene, for id: RequestID) {
        let what = scene.text == nil ? "removed" : scene.before == nil ? "created" : "changed"
        keep(.file, by: principal(of: id)?.cause, subject: scene.file.path, message: what)
        files.beginLoad(of: scene, for: id)
        requestLoad(id)
    }

    /// The reply to send. If the request changed a scene, the result of its load becomes the scene's text.
    ///
    /// - Returns: nil if the reply is sent later, after the file has been restored.
    func shown(_ reply: Reply, for id: RequestID) -> Reply? {
        if storeRecordingName(before: reply, to: id) { return nil }
        guard let scene = files.endLoad(for: id) else { return reply }
        guard case .fault(let fault) = reply else {
            let (path, text) = (scene.file.path, scene.text ?? scene.before ?? "")
            // A line of the text may name it.
            let name = engine.sceneName(inFile: path) ?? scene.file.name
            return .sceneText(SceneText(name: name, file: path, text: text, tag: ContentTag.of(text.utf8)))
        }
        let log = log
        longWork.add {
            do throws(Fault) {
                try scene.file.restore(scene.before, over: scene.text)
            } catch {
                log.error("can't restore \(scene.file.path), whose new text can't be loaded: \(error.message)")
            }
            self.put(.performed(id, .fault(fault)))
        }
        return nil
    }

    // MARK: - Recordings

    /// The previous run of the daemon did not finish a recording.
    func takeLostRecording(_ name: String) {
        files.found(recording: name)
        handle(.recordingLost(name))
    }

    /// Stores the name of the recording that is under way before a reply reports it, so that the next run of the daemon
    /// can report a recording that this one does not finish.
    ///
    /// - Returns: whether the reply is sent later.
    func storeRecordingName(before reply: Reply, to id: RequestID) -> Bool {
        let name = engine.recordingName
        guard let file = files.recordingFile(for: name) else { return false }
        let log = log
        longWork.add {
            do throws(FileBytes.Fault) {
                try file.write(name)
            } catch {
                log.warning(
                    "can't write \(file.path ?? ""): \(error.message); a restart loses a recording without a warning"
                )
            }
            self.put(.performed(id, reply))
        }
        return true
    }

    // MARK: - Plans

    private func move(_ moves: [PlanStep.Move], for id: RequestID) {
        let plans = files.plans
        longWork.add {
            do throws(FileBytes.Fault) {
                self.put(.placed(id, moves, try plans.move(moves)))
            } catch {
                let fault = Fault(
                    .badConfiguration,
                    "can't store positions: \(plans.path ?? ""): \(error.message)",
                    hint: "free some disk space, then try again"
                )
                self.put(.performed(id, .fault(fault)))
            }
        }
    }

    /// Publishes stored positions.
    func placed(_ moves: [PlanStep.Move], _ positions: PlanTable, for id: RequestID) {
        keep(.file, by: principal(of: id)?.cause, subject: "floor plan positions", message: "changed")
        handle(.positions(positions))
        publish(Event(kind: .reload, time: Instant.now().wall, message: "floor plan positions changed"))
        answer(id, .positions(PlanPositions(positions: moves)))
    }
}
