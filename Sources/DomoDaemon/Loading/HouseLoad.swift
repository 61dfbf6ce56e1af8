import DomoEngine
import DomoKNXBus
import DomoKNXHouse
import DomoModel
import DomoSystem

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
    /// A floor plan that a house file names.
    struct Plan {
        /// The path of its place.
        var place: String
        /// That of the house file.
        var folder: String
        var file: String
    }

    /// The floor plans that the houses name.
    var plans: [Plan] {
        func plans(in sectors: [Sector], of path: String) -> [(String, String?)] {
            sectors.flatMap { sector in
                let path = "\(path)/\(sector.name)"
                return [(path, sector.details?.plan)] + plans(in: sector.sectors, of: path)
            }
        }
        return zip(houses, sites).flatMap { house, site -> [Plan] in
            guard let folder = site.folder else { return [] }
            let all = [(house.name, house.details?.plan)] + plans(in: house.sectors, of: house.name)
            return all.compactMap { place, plan in
                plan.map { Plan(place: place, folder: folder, file: "\(folder)/\($0)") }
            }
        }
    }

    /// Warnings about floor plans that can't be shown. Blocks.
    var planWarnings: [(file: String, message: String)] {
        plans.compactMap { plan in
            guard let problem = FolderFile.problem(plan.file, below: plan.folder) else { return nil }
            let message = "the floor plan of \(plan.place) can't be read: \(problem.message)"
            return (plan.file, "\(message); add the file, or remove the plan from the house file")
        }
    }

    /// The names of the houses with elements bound to group addresses: those with no other elements, and those with.
    var housesOnBus: (wholly: [String], partly: [String]) {
        let bound = Set(knx.facets.map(\.facet.path))
        guard !bound.isEmpty else { return ([], []) }
        var names: (wholly: [String], partly: [String]) = ([], [])
        for house in houses {
            let index = HouseIndex([house])
            let count = index.elements.indices.count { bound.contains(index.path(of: ElementID($0))) }
            if count == index.elements.count, count > 0 {
                names.wholly.append(house.name)
            } else if count > 0 {
                names.partly.append(house.name)
            }
        }
        return names
    }
}
