import DomoEngine
import DomoLanguage
import Logging

// Scene texts, floor plans, and where things stand on them.

extension HouseRuntime {
    func perform(_ task: FileTask, for id: RequestID) {
        switch task {
        case .showScene(let name, let file):
            work(for: id) { () throws(Fault) in .sceneText(try SceneFile(name: name, path: file).read()) }
        case .showPlan(let place, let file):
            work(for: id) { () throws(Fault) in .plan(try PlanImage.read(file, of: place)) }
        case .saveScene(let name, let file, let text, let tag):
            save(text, in: SceneFile(name: name, path: file), over: tag, for: id)
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

    // MARK: - Saving scenes

    private func save(_ text: String, in file: SceneFile, over tag: String?, for id: RequestID) {
        longWork.add {
            do throws(Fault) {
                let before = try file.save(text, over: tag)
                self.put(.saved(id, SavedScene(file: file, text: text, before: before)))
            } catch {
                self.put(.performed(id, .fault(error)))
            }
        }
    }

    func saved(_ scene: SavedScene, for id: RequestID) {
        files.savedScenes[id] = scene
        requestLoad(id)
    }

    /// The reply as it is shown: to whoever saved a scene, what became of the load is the scene.
    ///
    /// - Returns: nil where it is answered later: the file is put back first.
    func shown(_ reply: Reply, for id: RequestID) -> Reply? {
        guard let scene = files.savedScenes.removeValue(forKey: id) else { return reply }
        guard case .fault(let fault) = reply else {
            let (file, text) = (scene.file, scene.text)
            return .sceneText(SceneText(name: file.name, file: file.path, text: text, tag: SceneFile.tag(of: text)))
        }
        let log = log
        longWork.add {
            do throws(Fault) {
                try scene.file.restore(scene.before)
            } catch {
                log.error("\(scene.file.path) holds a text that can't be loaded: \(error.message)")
            }
            self.put(.performed(id, .fault(fault)))
        }
        return nil
    }

    // MARK: - Plans

    private func move(_ moves: [PlanStep.Move], for id: RequestID) {
        files.positions.move(moves)
        let (positions, file) = (files.positions, files.plan)
        longWork.add {
            do throws(FileBytes.Fault) {
                try file?.write(positions)
                self.put(.placed(id, moves))
            } catch {
                let fault = Fault(
                    .badConfiguration,
                    "positions can't be stored: \(file?.path ?? ""): \(error.message)",
                    hint: "make room, then try again"
                )
                self.put(.performed(id, .fault(fault)))
            }
        }
    }

    /// They are stored: who looks at a plan is shown them.
    func placed(_ moves: [PlanStep.Move], for id: RequestID) {
        take(.positions(files.positions))
        publish(Event(kind: .reload, time: Instant.now().wall, message: "positions on plans were changed"))
        answer(id, .positions(PlanPositions(positions: moves)))
    }
}
