import DomoLanguage

/// Imports a configuration of linknx.
enum LinknxImport {
    static func read(
        _ bytes: [UInt8],
        file: String,
        name: String?,
        fallback: String,
        isEnglish: Bool
    ) throws(Fault) -> (house: HouseDraft, scenes: [LinknxScenes.Scene]) {
        let configuration = try LinknxFile(bytes, file: file)
        var levels: Set<String> = []
        for rule in configuration.rules {
            for list in rule.elements where list.name == "actionlist" {
                for action in list.elements where action.attribute("type") == "dim-up" {
                    if let id = action.attribute("id") { levels.insert(id) }
                }
            }
        }
        // The rules are nodes of the tree.
        let written = withExtendedLifetime(configuration.tree) { LinknxSensors.written(by: configuration.rules) }
        let house = LinknxHouse(
            configuration,
            levels: levels,
            written: written,
            name: name,
            fallback: fallback,
            isEnglish: isEnglish
        )
        let scenes = withExtendedLifetime(configuration.tree) {
            LinknxScenes(configuration.rules, targets: house.targets)
        }
        var draft = house.house
        draft.unplaced += scenes.unplaced
        return (draft, scenes.scenes)
    }
}
