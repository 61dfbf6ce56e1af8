import DomoEngine
import DomoKNX
import DomoKNXBus
import DomoKNXHouse
import DomoKNXSim
import DomoModel

/// A house on a bus: its elements, their group addresses, and its scenes.
struct KNXHouse {
    static let name = "Casa"

    var elements: [Element] = []
    var bindings = KNXBindings()
    var scenes: [Catalog.Scene] = []

    /// The facets by name.
    private(set) var facets: [FacetName: KNXFacet] = [:]
    /// The facets that an address reports.
    private(set) var reported: [GroupAddress: [FacetName]] = [:]
    /// The paths of slats, by that of their cover.
    var slats: [String: String] {
        let paths = elements.filter(\.isPart).map(Self.path)
        return Dictionary(paths.map { (Self.motor($0), $0) }) { first, _ in first }
    }
    private(set) var commandGroups: Set<GroupAddress> = []
    /// Addresses to which domo exposes values.
    private(set) var exposed: Set<GroupAddress> = []

    /// `Casa/S1`; for slats, which have the number of their cover, `Casa/C1/L1`.
    static func path(_ element: Element) -> String {
        element.isPart ? "\(name)/\(cover(of: element.name))/\(element.name)" : "\(name)/\(element.name)"
    }

    /// The name of the cover of slats.
    static func cover(of slats: String) -> String { "C\(slats.dropFirst())" }

    /// The path of the cover whose motor an element has.
    static func motor(_ path: String) -> String {
        let names = path.split(separator: "/")
        return names.count == 3 ? names.dropLast().joined(separator: "/") : path
    }

    /// Builds the lookup tables; called when the bindings are complete.
    mutating func index() {
        for facet in bindings.facets {
            facets[facet.facet] = facet
            let others = [facet.motion?.direction, facet.shift?.reference.group].compactMap(\.self)
            for group in facet.states + others + facet.colourObjects.compactMap(\.state) {
                reported[group, default: []].append(facet.facet)
            }
        }
        // What reports its state on the address of its orders is read there.
        let shared = bindings.facets.flatMap { facet in facet.states.filter { facet.isShared($0) } }
        commandGroups = bindings.commandGroups.subtracting(shared)
        exposed = Set(bindings.exposures.map(\.group))
    }

    /// The house after some of its elements were removed from its file. The devices stay on the bus.
    func without(_ names: Set<String>) -> KNXHouse {
        var rest = KNXHouse()
        rest.elements = elements.filter { element in
            !names.contains(element.name) && !(element.isPart && names.contains(Self.cover(of: element.name)))
        }
        let paths = Set(rest.elements.map(Self.path))
        rest.bindings = bindings
        rest.bindings.facets.removeAll { !paths.contains($0.facet.path) }
        rest.bindings.exposures.removeAll { exposure in
            if case .facet(let facet) = exposure.subject { !paths.contains(facet.path) } else { false }
        }
        rest.scenes = scenes
        rest.index()
        return rest
    }

    /// True for a command on an address that orders share with states: a write of anyone but the device.
    func isOnlyACommand(_ telegram: GroupTelegram) -> Bool {
        guard case .write = telegram.service, telegram.source == WallPress.defaultSwitch else { return false }
        return bindings.facets.contains { $0.isShared(telegram.destination) }
    }

    /// The motion of an element; nil if it is not a cover.
    func motion(_ path: String) -> KNXMotion? { facets[FacetName(path: path, type: .bidirectional)]?.motion }

    /// The address that is read for a facet's state; nil if the facet is not read.
    func addressToRead(_ facet: KNXFacet) -> GroupAddress? {
        guard facet.read != .never else { return nil }
        let states = facet.facet.type == .bidirectional ? [facet.motion?.direction].compactMap(\.self) : facet.states
        return states.first { !commandGroups.contains($0) }
    }
}

extension KNXBindings {
    var withoutCovers: KNXBindings {
        var rest = self
        rest.facets.removeAll { $0.facet.type == .bidirectional }
        return rest
    }
}
