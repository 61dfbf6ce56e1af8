import DomoLanguage
import DomoModel

// Scene texts and floor plans: resolves names to the files involved.

extension Engine {
    // MARK: - Scenes

    mutating func handle(_ step: ScriptStep, seenIn scope: Scope, for id: RequestID) throws(Fault) {
        switch step {
        case .show(let name):
            let (name, file) = try scenes.file(ofSceneNamed: name, seenIn: scope, in: self)
            outbox.file(id, .showScene(name: name, file: file))
        case .check(let name, let lines):
            let found = try scenes.diagnostics(
                of: AdHocScene(name: name, lines: lines),
                seenIn: scope,
                in: self
            )
            outbox.reply(id, .diagnostics(SceneDiagnostics(found)))
        case .save(let name, let lines, let tag):
            let scene = AdHocScene(name: name, lines: lines)
            let found = try scenes.diagnostics(of: scene, seenIn: scope, in: self)
            let errors = found.filter { !$0.isWarning }
            guard errors.isEmpty else {
                throw Fault(.badModel, errors.map { Script.text(of: $0.mistake, in: name) }.joined(separator: "\n"))
            }
            let text = lines.joined(separator: "\n") + (lines.last?.isEmpty == false ? "\n" : "")
            let file = try sceneFile(named: name, isNew: tag == nil)
            outbox.file(id, .saveScene(name: name, file: file, text: text, tag: tag))
        case .remove(let name, let tag):
            let (name, file) = try scenes.file(ofSceneNamed: name, seenIn: scope, in: self)
            outbox.file(id, .removeScene(name: name, file: file, tag: tag))
        }
    }

    private func sceneFile(named name: String, isNew: Bool) throws(Fault) -> String {
        if !isNew { return try scenes.file(ofSceneNamed: name, seenIn: .everything, in: self).file }
        guard !scenes.hasScene(named: name) else {
            throw Fault(.changed, "the scene \"\(name)\" already exists", hint: "choose another name")
        }
        guard let folder = houses.sceneFolder else {
            throw Fault(
                .badConfiguration,
                "there is no folder for scenes: all houses come from URLs",
                hint: "load a house from a file; scenes are in the folder \"scenes\" beside it"
            )
        }
        let isPlain = !name.unicodeScalars.contains { $0 == "/" || $0.properties.generalCategory == .control }
        guard isPlain, name.first != ".", (1...200).contains(name.utf8.count) else {
            throw Fault(
                .badRequest,
                "a new scene can't be named \(Words.quoted(name))",
                hint: "the name becomes a file name: use 1–200 bytes, without \"/\" or a leading \".\""
            )
        }
        return "\(folder)/\(name).domo"
    }

    // MARK: - Plans

    mutating func handle(_ step: PlanStep, seenIn scope: Scope, for id: RequestID) throws(Fault) {
        switch step {
        case .show(let name):
            let place = try place(withPlan: name, seenIn: scope)
            outbox.file(id, try planTask(for: place))
        case .move(let moves, let name):
            var folder: String?
            if let name { folder = houses.index[try place(withPlan: name, seenIn: scope)].path }
            var whole: [PlanStep.Move] = []
            for move in moves {
                let path = try houses.path(named: move.path, seenIn: scope)
                if let folder, !path.hasPrefix(folder + "/") {
                    throw Fault(
                        .badRequest,
                        "\(path) is not in \(folder)",
                        hint: "move only elements in the place of the plan"
                    )
                }
                whole.append(PlanStep.Move(path: path, x: move.x, y: move.y))
            }
            outbox.file(id, .move(whole))
        }
    }

    private func place(withPlan name: String, seenIn scope: Scope) throws(Fault) -> PlaceID {
        guard case .place(let place) = try houses.find(name, seenIn: scope) else {
            throw Fault(.unknownPlace, "\(name) is an element", hint: "houses and sectors have plans")
        }
        // The plan of a house shows all its rooms.
        guard scope.holds(houses.index[place].path) else {
            throw Fault(.noSuchFile, "\(houses.index[place].path) has no plan")
        }
        return place
    }

    private func planTask(for id: PlaceID) throws(Fault) -> FileTask {
        let place = houses.index[id]
        guard let plan = place.details?.plan else {
            throw Fault(.noSuchFile, "\(place.path) has no plan", hint: "name one in the house file with <d:Plano>")
        }
        guard let folder = houses.sites[place.house].folder else {
            throw Fault(
                .noSuchFile,
                "\(place.path): the plan \"\(plan)\" is not a local file: the house comes from a URL",
                hint: "load the house from a file"
            )
        }
        // A house file may come from anywhere: it may only name files beside itself.
        let parts = plan.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.allSatisfy({ !$0.isEmpty && $0 != "." && $0 != ".." }), !plan.unicodeScalars.contains("\0") else {
            throw Fault(
                .noSuchFile,
                "\(place.path): the plan \"\(plan)\" is not a path below the house file's folder",
                hint: "use a relative path without \"..\", such as plans/salon.svg"
            )
        }
        return .showPlan(place: place.path, folder: folder, file: plan)
    }
}

extension SceneDiagnostics {
    fileprivate init(_ findings: [SceneCheck.Finding]) {
        self.init(
            diagnostics: findings.map { finding in
                Entry(
                    line: finding.mistake.line,
                    column: finding.mistake.column,
                    severity: finding.isWarning ? "warning" : "error",
                    message: finding.mistake.fault.message,
                    hint: finding.mistake.fault.hint
                )
            }
        )
    }
}
