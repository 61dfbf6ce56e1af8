import DomoLanguage
import DomoModel

/// What was loaded: names and the elements and places that they mean, and the route of each facet.
struct Houses: Sendable {
    enum Found {
        case place(PlaceID)
        case element(ElementID)
    }

    private var catalog = Catalog()
    private var routes = Routes()

    init() {}

    init(_ catalog: Catalog) {
        self.catalog = catalog
        routes = Routes(catalog)
    }

    var index: HouseIndex { catalog.index }
    var sites: [Catalog.Site] { catalog.sites }
    var links: [Catalog.Link] { catalog.links }
    var scenes: [Catalog.Scene] { catalog.scenes }
    var sceneFolder: String? { catalog.sceneFolder }
    var warnings: [String] { catalog.warnings }
    /// What was loaded, for those who look through all of it.
    var loaded: Catalog { catalog }

    // MARK: - Names

    func element(named name: String) throws(Fault) -> ElementID { try catalog.index.meaning(of: name) }

    func place(named name: String) throws(Fault) -> PlaceID {
        do {
            return try catalog.index.place(named: name)
        } catch {
            throw Fault(error, unknown: .unknownPlace, what: "house or sector")
        }
    }

    /// The whole path of the place, or else of the element, that a name means.
    func wholePath(_ name: String) throws(Fault) -> String {
        switch try find(name) {
        case .place(let place): catalog.index[place].path
        case .element(let element): catalog.index.path(of: element)
        }
    }

    /// Finds a place, or an element where no place has the name.
    func find(_ name: String) throws(Fault) -> Found {
        do throws(Fault) {
            return .place(try place(named: name))
        } catch {
            guard error.code == .unknownPlace else { throw error }
            do throws(Fault) {
                return .element(try element(named: name))
            } catch let elementFault {
                throw elementFault.code == .unknownElement ? error : elementFault
            }
        }
    }

    /// All elements of a place, in the order of the file.
    func elements(in place: PlaceID) -> [ElementID] {
        var elements: [ElementID] = []
        catalog.index.forEachElement(in: place) { elements.append($0) }
        return elements
    }

    // MARK: - Elements

    subscript(id: ElementID) -> Element { catalog.index[id] }

    func path(of id: ElementID) -> String { catalog.index.path(of: id) }
    func types(of id: ElementID) -> FacetTypes { catalog.index[id].types }
    func target(_ id: ElementID) -> Target { Target(id, in: catalog.index) }
    func site(of id: ElementID) -> Catalog.Site { catalog.sites[catalog.index.house(of: id)] }

    // MARK: - Routes

    /// Which endpoint moves a facet; nil where it is not connected.
    func endpoint(of id: ElementID, _ type: FacetType) -> EndpointID? {
        routes.endpoint(of: id, type, inHouse: catalog.index.house(of: id))
    }

    /// Which endpoints move an element, in the order of its types.
    func endpoints(of id: ElementID) -> [EndpointID] {
        var found: [EndpointID] = []
        for type in types(of: id) {
            if let endpoint = endpoint(of: id, type), !found.contains(endpoint) { found.append(endpoint) }
        }
        return found
    }

    /// The names of the houses of which any element is at an endpoint of the link, in the order of the load.
    func houses(on link: String) -> [String] {
        let number = catalog.links.firstIndex { $0.key == link }
        let routed = catalog.routes.filter { $0.link == number }.map(\.path)
        return zip(catalog.index.houses, catalog.linkOfHouse).compactMap { house, own in
            own == number || routed.contains { $0.utf8.starts(with: "\(house.name)/".utf8) } ? house.name : nil
        }
    }

    /// The link of a house; nil where it has none.
    func link(ofHouse house: Int) -> Catalog.Link? { catalog.linkOfHouse[house].map { catalog.links[$0] } }

    /// The endpoint that an order for a facet goes to.
    func requireEndpoint(of id: ElementID, _ type: FacetType) throws(Fault) -> EndpointID {
        if let endpoint = endpoint(of: id, type) { return endpoint }
        let house = catalog.index.house(of: id)
        guard catalog.linkOfHouse[house] != nil else {
            throw Fault(
                .badConfiguration,
                "the house \(catalog.index.houses[house].name) has no server",
                hint: "start domod with --server URL, or name the house's server in the configuration"
            )
        }
        throw Fault(
            .badConfiguration,
            "\(path(of: id)) is not connected: its link doesn't know the element",
            hint: "name it under elements in the configuration of the link"
        )
    }
}
