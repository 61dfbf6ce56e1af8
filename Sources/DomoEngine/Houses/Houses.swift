import DomoLanguage
import DomoModel

/// The loaded houses: maps names to elements and places, and facets to routes.
struct Houses: Sendable {
    /// An endpoint of one of the links.
    struct LinkEndpoint: Sendable {
        let link: Catalog.Link
        let label: String
    }

    /// A facet whose device reports it through a hook.
    struct ReportedFacet: Hashable, Comparable, Sendable {
        let element: ElementID
        let type: FacetType

        static func < (one: Self, other: Self) -> Bool {
            (one.element.number, one.type.rawValue) < (other.element.number, other.type.rawValue)
        }
    }

    /// What does not change until the next load, shared by all copies.
    private final class Load: Sendable {
        let number: Int
        let catalog: Catalog
        let routes: Routes
        let endpoints: [LinkEndpoint]
        let bindings: SharedBindings
        let virtuals: [ElementID]
        /// Representatives.
        let buttons: Set<ElementID>
        let warnings: [String]

        init(_ catalog: Catalog, number: Int) {
            self.number = number
            self.catalog = catalog
            let (routes, index) = (Routes(catalog), catalog.index)
            let endpoints = catalog.links.flatMap { link in
                link.profile.endpoints.map { LinkEndpoint(link: link, label: $0.label) }
            }
            let bindings = SharedBindings(catalog, routes, endpoints)
            warnings =
                catalog.warnings
                + bindings.warnings(path: index.path) { id in
                    index[id].types.lazy.compactMap { routes.endpoint(of: id, $0, inHouse: index.house(of: id)) }
                        .first.map { endpoints[$0.number].label } ?? ""
                }
            buttons = Houses.buttons(catalog, bindings)
            virtuals = index.elements.indices.lazy.map { ElementID($0) }.filter { index[$0].isVirtual }
            (self.routes, self.endpoints, self.bindings) = (routes, endpoints, bindings)
        }
    }

    private(set) var loadedAt: Instant
    /// Set if these are not the houses of the files, because the last load failed.
    private(set) var standIn: Catalog.StandIn?
    private let load: Load
    /// The facets that hooks report; of twins, the representative.
    var reported: Set<ReportedFacet> = []

    init(at now: Instant) { self.init(Catalog(), number: 0, at: now) }

    init(_ catalog: Catalog, number: Int, at now: Instant) {
        load = Load(catalog, number: number)
        loadedAt = now
        standIn = catalog.standIn
    }

    /// The number of the load; 0 before the first.
    var number: Int { load.number }
    /// By endpoint number.
    var endpoints: [LinkEndpoint] { load.endpoints }
    private var catalog: Catalog { load.catalog }
    private var routes: Routes { load.routes }
    var index: HouseIndex { catalog.index }
    var sites: [Catalog.Site] { catalog.sites }
    var links: [Catalog.Link] { catalog.links }
    var scenes: [Catalog.Scene] { catalog.scenes }
    var sceneFolder: String? { catalog.sceneFolder }
    /// What the administrator should know about this load.
    var warnings: [String] { load.warnings }
    /// The whole catalog.
    var loaded: Catalog { catalog }

    /// A load that was prepared earlier became active.
    mutating func noteLoaded(at now: Instant) { loadedAt = now }

    /// The same houses with other routes.
    mutating func changeRoutes(to other: Houses) {
        let (moment, standIn, reported) = (loadedAt, standIn, reported)
        self = other
        (loadedAt, self.standIn, self.reported) = (moment, standIn, reported)
    }

    /// These houses stay in use, because another load failed.
    ///
    /// - Parameter access: what the files that can't be loaded say about access; nil if that can't be read.
    mutating func noteFailedLoad(_ fault: Fault, access: AccessRules?, at now: Instant) {
        let since = standIn == nil ? loadedAt.wall : standIn?.since
        standIn = Catalog.StandIn(
            since: since,
            failed: now.wall,
            problem: fault.message,
            access: access ?? standIn?.access
        )
    }

    /// One line for whoever looks at the houses; nil if they are those of the files.
    var notice: String? {
        guard let standIn = standIn else { return nil }
        guard let since = standIn.since else { return "the files of the house can't be loaded; see \"domo status\"" }
        return
            "the files of the house can't be loaded, and the version of \(since.rfc3339) is active; see \"domo status\""
    }

    // MARK: - Names

    func element(named name: String, seenIn scope: Scope = .everything) throws(Fault) -> ElementID {
        try catalog.index.meaning(of: name, seenIn: scope)
    }

    /// The full path of the place, or else the element, with a name.
    func path(named name: String, seenIn scope: Scope) throws(Fault) -> String {
        try catalog.index.path(named: name, seenIn: scope)
    }

    /// Finds a place, or an element if no place has the name.
    func find(_ name: String, seenIn scope: Scope) throws(Fault) -> HouseIndex.Found {
        try catalog.index.find(name, seenIn: scope)
    }

    /// Whether a full path is that of an element or a place.
    func has(_ path: String) -> Bool {
        do throws(Fault) {
            return try self.path(named: path, seenIn: .everything) == path
        } catch {
            // It is not known, or only a part of a path.
            return false
        }
    }

    // MARK: - Elements

    subscript(id: ElementID) -> Element { catalog.index[id] }

    func path(of id: ElementID) -> String { catalog.index.path(of: id) }
    func types(of id: ElementID) -> FacetTypes { catalog.index[id].types }
    func target(_ id: ElementID) -> Target { Target(id, in: catalog.index) }
    /// Whether its binary type is a push button, which acts each time and has no state.
    func isButton(_ id: ElementID) -> Bool { !load.buttons.isEmpty && load.buttons.contains(representative(of: id)) }
    /// The elements that domo itself holds.
    var virtuals: [ElementID] { load.virtuals }
    func site(of id: ElementID) -> Catalog.Site { catalog.sites[catalog.index.house(of: id)] }

    // MARK: - Twins

    /// The element under whose number the state and orders of this one are kept: itself for most.
    func representative(of id: ElementID) -> ElementID { load.bindings.representative(of: id) }

    /// The cover whose motor turns these slats; nil for anything else.
    func cover(of slats: ElementID) -> ElementID? {
        let index = load.catalog.index
        guard index.hasParts, index[slats].details?.role == .slats, let owner = index.owner(of: slats),
            index[owner].types.contains(.bidirectional)
        else { return nil }
        return representative(of: owner)
    }

    /// The slats that the motor of a cover turns; nil if it has none.
    func slats(of cover: ElementID) -> ElementID? {
        let index = load.catalog.index
        guard index.hasParts else { return nil }
        return index.parts(of: cover).map { ElementID($0) }.first { self.cover(of: $0) == cover }
    }

    /// The element whose orders are sent one after the other with those of an element.
    func lane(of element: ElementID) -> ElementID { cover(of: element) ?? element }

    /// All elements that share the representative's device, itself included.
    func twins(of representative: ElementID) -> [ElementID] { load.bindings.twins(of: representative) }

    /// Other devices that a signal for this one also moves.
    func overlapping(_ representative: ElementID) -> [ElementID] { load.bindings.overlapping(representative) }

    /// The full paths of an element and its twins.
    func paths(ofTwinsOf id: ElementID) -> [String] { twins(of: representative(of: id)).map { path(of: $0) } }

    /// True if an element's binding is the same as in an earlier load, where it had another number.
    func isBindingKept(_ id: ElementID, since before: Houses, _ earlier: ElementID) -> Bool {
        let (now, then) = (load.bindings.fingerprint(of: id), before.load.bindings.fingerprint(of: earlier))
        if now == then { return true }
        if now != nil, then != nil { return false }
        return binding(of: id) == before.binding(of: earlier)
    }

    private func binding(of id: ElementID) -> Binding? { SharedBindings.binding(of: id, in: index, routes, endpoints) }

    /// The binding of an element, if all its facets are bound.
    func wholeBinding(of id: ElementID) -> Binding? {
        types(of: id).allSatisfy { endpoint(of: id, $0) != nil } ? binding(of: id) : nil
    }

    // MARK: - Routes

    /// The endpoint that controls a facet; nil if it is not connected.
    func endpoint(of id: ElementID, _ type: FacetType) -> EndpointID? {
        routes.endpoint(of: id, type, inHouse: catalog.index.house(of: id))
    }

    /// The endpoint of a link for an element; nil if the link does not know the element.
    func endpoint(ofLink link: Int, _ target: Target) -> EndpointID? {
        guard links.indices.contains(link), let own = links[link].profile.endpoint(of: target) else { return nil }
        return EndpointID(links[..<link].reduce(0) { $0 + $1.profile.endpoints.count } + own)
    }

    /// False for a facet that its house's link does not know: it can't be ordered and has no reading.
    func isConnected(_ id: ElementID, _ type: FacetType) -> Bool {
        endpoint(of: id, type) != nil || self[id].isVirtual || catalog.linkOfHouse[catalog.index.house(of: id)] == nil
    }

    /// True also for a facet that no link knows, and whose device reports it.
    func hasReading(_ id: ElementID, _ type: FacetType) -> Bool {
        isConnected(id, type) || reported.contains(.init(element: representative(of: id), type: type))
    }

    /// The endpoints that control an element, in the order of its types.
    func endpoints(of id: ElementID) -> [EndpointID] {
        var found: [EndpointID] = []
        for type in types(of: id) {
            if let endpoint = endpoint(of: id, type), !found.contains(endpoint) { found.append(endpoint) }
        }
        return found
    }

    /// Whether a facet accepts orders; true for one without a link, whose reading shows that.
    func takesOrders(_ id: ElementID, _ type: FacetType) -> Bool {
        guard !index[id].isReadOnly(type) else { return false }
        guard let endpoint = endpoint(of: id, type) else { return true }
        return endpoints[endpoint.number].link.profile.writable(target(id)).contains(type)
    }

    /// True if the level of an element can be changed while a button is held.
    func dims(_ id: ElementID) -> Bool {
        guard takesOrders(id, .regulable), let endpoint = endpoint(of: id, .regulable) else { return false }
        return endpoints[endpoint.number].link.profile.dims(target(id))
    }

    /// The link that a facet is routed to.
    private func link(of id: ElementID, _ type: FacetType) throws(Fault) -> Catalog.Link {
        endpoints[try requireEndpoint(of: id, type).number].link
    }

    /// The explanation of an order for a virtual element.
    static let noSignal = "nothing is sent: domo itself holds the value"

    /// The signal that would bring an element to a value.
    func signal(for value: Value, of id: ElementID) throws(Fault) -> Explanation.Signal {
        if self[id].isVirtual {
            try requireHeld(id, value)
            return Explanation.Signal(element: path(of: id), action: value.word, signal: Self.noSignal)
        }
        let link = try link(of: id, value.type)
        do {
            let signal = try link.profile.signal(for: signalled(value, of: id), of: target(id))
            let text = signal + pulseText(value, of: id)
            return Explanation.Signal(element: path(of: id), action: value.word, signal: text)
        } catch {
            throw Fault(.refusedValue, "\(path(of: id)): \(error.message)", hint: error.hint)
        }
    }

    /// Refuses to dim a virtual element while a button is held.
    func requireHeld(_ id: ElementID, _ value: Value?) throws(Fault) {
        guard case .dimming? = value else { return }
        throw Fault(
            .refusedValue,
            "\(path(of: id)) is virtual, and can't be dimmed while a button is held",
            hint: "use a level, or a step: \"domo dim \(Words.quoted(path(of: id))) +10\""
        )
    }

    /// The names of the houses with an element on the link, in the order of the load.
    func houses(on link: String) -> [String] {
        let number = catalog.links.firstIndex { $0.key == link }
        let routed = catalog.routes.filter { $0.link == number }.map(\.path)
        return zip(catalog.index.houses, catalog.linkOfHouse).compactMap { house, own in
            own == number || routed.contains { $0.utf8.starts(with: "\(house.name)/".utf8) } ? house.name : nil
        }
    }

    /// The link of a house; nil if it has none.
    func link(ofHouse house: Int) -> Catalog.Link? { catalog.linkOfHouse[house].map { catalog.links[$0] } }

    /// The link that a command is sent to.
    ///
    /// - Parameter key: its key in the configuration; nil if there is only one.
    func link(takingCommandsAs key: String?) throws(Fault) -> Catalog.Link {
        let able = links.filter(\.profile.takesCommands)
        let found = key.map { key in able.filter { $0.key == key } } ?? able
        if found.count == 1 { return found[0] }
        let names = able.map(\.key).joined(separator: ", ")
        guard !able.isEmpty else {
            throw Fault(
                .badConfiguration,
                key.map { "the link \"\($0)\" is not a KNX bus" } ?? "no KNX bus is configured",
                hint: "add an interface under links or as the server in the configuration, such as knx://HOST"
            )
        }
        if let key { throw Fault(.badRequest, "no KNX bus is called \"\(key)\"", hint: "use one of: \(names)") }
        throw Fault(.ambiguousName, "there are several KNX buses", hint: "choose one with --link: \(names)")
    }

    /// True if an order for a facet can be given.
    func isOrderable(_ id: ElementID, _ type: FacetType) -> Bool { takesOrders(id, type) && isConnected(id, type) }

    /// The endpoint that an order for a facet goes to.
    func requireEndpoint(of id: ElementID, _ type: FacetType) throws(Fault) -> EndpointID {
        if let endpoint = endpoint(of: id, type) { return endpoint }
        let house = catalog.index.house(of: id)
        let path = path(of: id)
        let route = catalog.routes.last { $0.path == path && $0.types?.contains(type) ?? true }
        guard let link = route?.link ?? catalog.linkOfHouse[house] else {
            throw Fault(
                .badConfiguration,
                "the house \(catalog.index.houses[house].name) has no server",
                hint: "start domod with --server URL, or name the house's server in the configuration"
            )
        }
        let missing = links[link].profile.missingBinding
        throw Fault(.badConfiguration, "\(path) is not connected: \(missing.reason)", hint: missing.hint)
    }
}
