import DomoLanguage
import DomoModel

/// What scenes can read when they decide, at one moment: names, readings of the house, and their own orders.
///
/// It shares the storage of the engine's parts: release it before they change, or they are copied in full.
struct SceneSurroundings {
    let now: Instant
    private let houses: Houses
    private let readings: Readings
    private let links: Links
    private let polling: Polling
    private let orders: Orders
    /// Whether any principal is limited to places.
    let hasLimits: Bool

    fileprivate init(_ engine: Engine) {
        now = engine.now
        houses = engine.houses
        readings = engine.readings
        links = engine.links
        polling = engine.polling
        orders = engine.orders
        hasLimits = engine.access.hasLimits
    }

    // MARK: - The houses

    var index: HouseIndex { houses.index }
    /// One per house.
    var sites: [Catalog.Site] { houses.sites }
    /// The folder of the scene files, for people.
    var sceneFolder: String? { houses.sceneFolder }

    /// The site whose clock and calendar a scene uses.
    func site(of script: Script) -> Catalog.Site { houses.loaded.site(of: script) }

    /// The diagnostics of a scene that would run beside those of the load.
    func findings(in scene: Catalog.Scene, isLoaded: Bool) -> [SceneCheck.Finding] {
        SceneCheck.findings(
            in: scene,
            isLoaded: isLoaded,
            among: houses.scenes,
            index: houses.index,
            sites: houses.sites
        )
    }

    subscript(element: ElementID) -> Element { houses.index[element] }

    func element(named name: String, seenIn scope: Scope = .everything) throws(Fault) -> ElementID {
        try houses.element(named: name, seenIn: scope)
    }

    /// The element that represents all twins: itself for most.
    func representative(of element: ElementID) -> ElementID { houses.representative(of: element) }

    /// The full path of the place, or else the element, with a name.
    func path(named name: String, seenIn scope: Scope) throws(Fault) -> String {
        try houses.path(named: name, seenIn: scope)
    }

    func path(of element: ElementID) -> String { houses.index.path(of: element) }

    // MARK: - What is known

    /// The reading as it is shown: also stale if its server is unreachable or it exceeds its maximum age.
    func reading(_ element: ElementID, _ type: FacetType) -> Reading? {
        guard let facet = facet(element, type) else { return nil }
        return facet.shown(
            isUnreachable: houses.isUnreachable(element, type, links),
            maximumAge: polling.maximumAge(of: houses.representative(of: element), type),
            at: now
        )
    }

    /// The reading as it was reported or ordered, regardless of the present state of its server.
    func storedReading(_ element: ElementID, _ type: FacetType) -> Reading? { facet(element, type)?.reading }

    private func facet(_ element: ElementID, _ type: FacetType) -> Readings.Facet? {
        readings[houses.representative(of: element)].facets.first { $0.type == type }
    }

    /// When a facet was last ordered, or reported by the house.
    func heard(_ element: ElementID, _ type: FacetType) -> Instant? {
        facet(element, type)?.heard
    }

    /// When the facet changed to its present value.
    func changed(_ element: ElementID, _ type: FacetType) -> Instant? {
        facet(element, type)?.changed
    }

    /// The time since which a facet has had its value, observed without a gap. If the house can confirm the value, an
    /// order alone does not count: nil until the house has reported it.
    func steady(_ element: ElementID, _ type: FacetType) -> Instant? {
        guard let facet = facet(element, type), let value = facet.reading.value else { return nil }
        let start = canConfirm(value, of: element) ? facet.confirmed : facet.changed
        return start.map { max($0, facet.watched) }
    }

    /// The time since which a facet has been observed without a gap, whatever its value.
    func watched(_ element: ElementID, _ type: FacetType) -> Instant? {
        facet(element, type)?.watched
    }

    /// True if the house itself reports this facet.
    func reports(_ type: FacetType, of element: ElementID) -> Bool {
        polling.reports(type, of: houses.representative(of: element))
    }

    /// True if the house can confirm the value.
    func canConfirm(_ value: Value, of element: ElementID) -> Bool {
        polling.canConfirm(value, of: houses.representative(of: element))
    }

    /// What the house last reported instead of the value that an order waits for.
    func contradiction(_ type: FacetType, of element: ElementID) -> (value: Value, heard: Instant)? {
        orders.contradiction(type, of: houses.representative(of: element))
    }

    // MARK: - Orders

    /// True for an order that was not sent yet and has not ended.
    func isWithdrawable(_ order: OrderID) -> Bool { orders.isWithdrawable(order) }

    /// The expected state of an element before the first order of a forecast.
    func expectation(of element: ElementID) -> Expectation {
        Expectation(readings[houses.representative(of: element)])
    }

    /// The signal that an order would send from the expected state, which then changes as if the order were obeyed.
    func forecast(
        _ wish: Order.Wish,
        of element: ElementID,
        _ expected: inout Expectation
    ) throws(Fault) -> Explanation.Signal {
        let value: Value
        if let absolute = try wish.absoluteValue(for: houses.index[element]) {
            value = absolute
        } else {
            value = try resolve(wish, for: element, in: houses.index, state: expected.state)
        }
        let signal = try houses.signal(for: value, of: element)
        _ = expected.state.accept(value, types: houses.index[element].types, at: now, by: .house)
        return signal
    }

    /// The state of an element after orders that were only forecast.
    struct Expectation {
        fileprivate var state: Readings.State

        fileprivate init(_ state: Readings.State) { self.state = state }

        /// Nil if unknown or stale.
        func value(_ type: FacetType) -> Value? { state[type]?.fresh }

        /// The state if either this or the other applies, and it is not known which.
        func or(_ other: Expectation) -> Expectation { Expectation(state.or(other.state)) }
    }
}

extension Engine {
    var surroundings: SceneSurroundings { SceneSurroundings(self) }
}
