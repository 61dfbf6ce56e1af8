import DomoLanguage
import DomoModel

/// The scenes of a load, found by their names.
struct SceneBook: Sendable {
    struct Entry: Sendable {
        var name: String
        /// Nil for an ad-hoc scene.
        var file: String?
        var script: Script
        /// That of the house that it is about.
        var site: Catalog.Site

        /// What it is known by: names are compared without regard to case and accents.
        var key: String { FoldedName.fold(name) }
    }

    private(set) var entries: [Entry] = []
    private var numbers: [String: Int] = [:]

    init() {}

    init(_ scenes: [Catalog.Scene], in world: SceneSurroundings) {
        for scene in scenes {
            let site = world.site(of: scene.script)
            let entry = Entry(name: scene.name, file: scene.file, script: scene.script, site: site)
            numbers[entry.key] = numbers[entry.key] ?? entries.count
            entries.append(entry)
        }
    }

    subscript(key key: String) -> Entry? { numbers[key].map { entries[$0] } }

    func entry(named name: String) throws(Fault) -> Entry {
        if let entry = entries.first(where: { $0.name == name }) ?? self[key: FoldedName.fold(name)] { return entry }
        throw Fault.unknownScene(name, closest: closestWord(to: name, among: entries.map(\.name)))
    }
}

extension Catalog {
    /// Where the clocks are that a scene goes by.
    func site(of script: Script) -> Site {
        let house = Self.house(of: script, in: index)
        return sites.indices.contains(house) ? sites[house] : Site()
    }
}
