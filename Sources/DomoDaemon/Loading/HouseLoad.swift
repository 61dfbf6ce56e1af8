import DomoEngine
import DomoKNXBus
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
    /// The group address bindings of the house files.
    var knx = KNXBindings()
    /// The bytes of the house files; empty unless the loader keeps them.
    var files: [[UInt8]] = []
    /// The URLs that could not be fetched: their houses come from a saved copy, or are left out.
    var unfetched: [String] = []
}

extension HouseLoad {
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
