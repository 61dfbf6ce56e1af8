import DomoEngine
import DomoKNXBus
import DomoKNXHouse
import DomoModel

/// The result of a load, without the servers.
struct HouseLoad: Sendable {
    var houses: [House]
    /// One per house.
    var sites: [Catalog.Site]
    var scenes: [Catalog.Scene]
    /// Nil where all houses come from URLs.
    var sceneFolder: String?
    var warnings: [String]
    /// What is wrong with scenes and holidays that the load does without.
    var leftOut: [String] = []
    var faultyScenes: [Catalog.FaultyScene] = []
    /// The files that were read, and the plans that they name.
    var sourceFiles: [String] = []
    /// The house files and holidays among them.
    var inputs: [String] = []
    /// The group address bindings of the house files.
    var knx = KNXBindings()
    /// The bytes of the house files; empty unless the loader keeps them.
    var files: [[UInt8]] = []
    /// The URLs that could not be fetched: their houses come from a saved copy, or are left out.
    var unfetched: [String] = []
}

extension HouseLoad {
    /// The files of the floor plans that the houses name.
    var plans: [String] {
        func plans(in sectors: [Sector]) -> [String] {
            sectors.flatMap { [$0.details?.plan].compactMap(\.self) + plans(in: $0.sectors) }
        }
        var files: [String] = []
        for (house, site) in zip(houses, sites) {
            guard let folder = site.folder else { continue }
            for plan in [house.details?.plan].compactMap(\.self) + plans(in: house.sectors) {
                let file = "\(folder)/\(plan)"
                if !files.contains(file) { files.append(file) }
            }
        }
        return files
    }

    /// The names of the houses with elements bound to group addresses.
    var housesOnBus: [String] {
        let bound = Set(knx.facets.map(\.facet.path))
        guard !bound.isEmpty else { return [] }
        return houses.filter { house in
            let index = HouseIndex([house])
            return index.elements.indices.contains { bound.contains(index.path(of: ElementID($0))) }
        }.map(\.name)
    }
}
