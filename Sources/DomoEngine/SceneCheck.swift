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
    public static func findings(
        in scenes: [Catalog.Scene],
        index: HouseIndex,
        sites: [Catalog.Site]
    ) -> [Finding] { [] }
}
