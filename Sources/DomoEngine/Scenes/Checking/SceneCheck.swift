public import DomoLanguage
public import DomoModel

/// Static checks of the scenes of a load.
public enum SceneCheck {
    public struct Finding: Equatable, Sendable {
        public var file: String
        public var mistake: Script.Mistake
        /// True if the scene can run nevertheless.
        public var isWarning: Bool

        public init(file: String, mistake: Script.Mistake, isWarning: Bool) {
            self.file = file
            self.mistake = mistake
            self.isWarning = isWarning
        }
    }

    /// - `sites`: one per house.
    /// - Returns: the findings, scene by scene in the order of the text.
    public static func findings(
        in scenes: [Catalog.Scene],
        index: HouseIndex,
        sites: [Catalog.Site]
    ) -> [Finding] {
        let calls = SceneCalls(scenes)
        return scenes.indices.flatMap { number in
            var checker = SceneChecker(number, of: calls, index: index, sites: sites)
            checker.check()
            return checker.findings.sorted { $0.mistake.position < $1.mistake.position }
        }
    }

    /// Warnings about times that never occur again, at least in the years that are searched.
    public static func pastTimes(
        in scene: Catalog.Scene,
        index: HouseIndex,
        sites: [Catalog.Site],
        from now: Timestamp
    ) -> [Finding] {
        let house = Catalog.house(of: scene.script, in: index)
        guard sites.indices.contains(house) else { return [] }
        return scene.script.triggers.compactMap { trigger in
            guard case .at(let time, let days) = trigger.kind, !time.isSun || sites[house].sun != nil,
                // Missing holidays are reported elsewhere.
                !days.patterns.contains(.holidays) || sites[house].holidays != Holidays(),
                Occurrences(trigger, site: sites[house]).next(after: now) == nil
            else { return nil }
            let fault = Fault(
                .badModel,
                "this time never occurs again",
                hint: "remove it, or give it other days"
            )
            let mistake = Script.Mistake(
                line: trigger.position.line,
                column: trigger.position.column,
                fault: fault
            )
            return Finding(file: scene.file, mistake: mistake, isWarning: true)
        }
    }

    /// The findings of one scene that would run beside those of a load, replacing the one with its name.
    static func findings(
        in scene: Catalog.Scene,
        isLoaded: Bool,
        among scenes: [Catalog.Scene],
        index: HouseIndex,
        sites: [Catalog.Site]
    ) -> [Finding] {
        let key = FoldedName.fold(scene.name)
        // Others matter only if it names some.
        let others = scene.script.names.scenes.isEmpty ? [] : scenes
        let all = [scene] + others.filter { FoldedName.fold($0.name) != key }
        var checker = SceneChecker(0, of: SceneCalls(all), index: index, sites: sites)
        checker.check(isLoaded: isLoaded)
        return checker.findings
    }
}

extension Script.Mistake {
    fileprivate var position: Script.Position { Script.Position(line: line, column: column) }
}
