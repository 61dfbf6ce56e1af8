public import DomoLanguage
public import DomoModel

/// What can be known of the scenes of a load without running them.
public enum SceneCheck {
    public struct Finding: Equatable, Sendable {
        public var file: String
        public var mistake: Script.Mistake
        /// The scene can run all the same.
        public var isWarning: Bool

        public init(file: String, mistake: Script.Mistake, isWarning: Bool) {
            self.file = file
            self.mistake = mistake
            self.isWarning = isWarning
        }
    }

    /// - Parameter sites: one a house.
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

    /// What can be known of one scene that is to run beside those of a load, in the place of the one with its name.
    static func findings(in scene: Catalog.Scene, among catalog: Catalog) -> [Finding] {
        let key = FoldedName.fold(scene.name)
        let all = [scene] + catalog.scenes.filter { FoldedName.fold($0.name) != key }
        var checker = SceneChecker(0, of: SceneCalls(all), index: catalog.index, sites: catalog.sites)
        checker.check()
        return checker.findings
    }
}

extension Script.Mistake {
    fileprivate var position: Script.Position { Script.Position(line: line, column: column) }
}
