import DomoLanguage
import DomoModel

/// What scenes may look at while they decide: names, what is known of the house, and of their own orders, at one moment.
///
/// It shares the storage of the engine's parts: it has to be gone before they change, or they are copied in full.
struct SceneSurroundings {
    let now: Instant
    private let houses: Houses
    private let readings: Readings
    private let links: Links
    private let polling: Polling
    private let orders: Orders
    /// Whether anybody is limited to places.
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
    /// Where scene files are looked for, for people.
    var sceneFolder: String? { houses.sceneFolder }

    /// Where the clocks are that a scene goes by.
    func site(of script: Script) -> Catalog.Site { houses.loaded.site(of: script) }

    /// What is wrong in a scene that is to run beside those of the load.
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

    /// Of elements that are one thing the one that counts for all: itself for most.
    func representative(of element: ElementID) -> ElementID { houses.representative(of: element) }

    /// The whole path of the place, or else of the element, that a name means.
    func path(named name: String, seenIn scope: Scope) throws(Fault) -> String {
        try houses.path(named: name, seenIn: scope)
    }

    func path(of element: ElementID) -> String { houses.index.path(of: element) }

    // MARK: - What is known

    /// As it is shown: stale too where its server is unreachable, or where it was not heard of for too long.
    func reading(_ element: ElementID, _ type: FacetType) -> Reading? {
        guard let facet = facet(element, type) else { return nil }
        return facet.shown(
            isUnreachable: houses.isUnreachable(element, type, links),
            maximumAge: polling.maximumAge(of: houses.representative(of: element), type),
            at: now
        )
    }

    /// As it was reported or ordered, whatever has come of its server since.
    func storedReading(_ element: ElementID, _ type: FacetType) -> Reading? { facet(element, type)?.reading }

    private func facet(_ element: ElementID, _ type: FacetType) -> Readings.Facet? {
        readings[houses.representative(of: element)].facets.first { $0.type == type }
    }

    /// When a facet was last heard of: ordered, or reported by the house.
    func heard(_ element: ElementID, _ type: FacetType) -> Instant? {
        facet(element, type)?.heard
    }

    /// When the value of a facet came to be known.
    func changed(_ element: ElementID, _ type: FacetType) -> Instant? {
        facet(element, type)?.changed
    }

    /// Since when a facet has been what it is, seen by somebody without a break. Where the house can confirm the value, an
    /// order alone does not count: nil until the house has reported it.
    func steady(_ element: ElementID, _ type: FacetType) -> Instant? {
        guard let facet = facet(element, type), let value = facet.reading.value else { return nil }
        let start = canConfirm(value, of: element) ? facet.confirmed : facet.changed
        return start.map { max($0, facet.watched) }
    }

    /// Since when a facet has been watched without a break, whatever its value.
    func watched(_ element: ElementID, _ type: FacetType) -> Instant? {
        facet(element, type)?.watched
    }

    /// True where the house reports this facet itself.
    func reports(_ type: FacetType, of element: ElementID) -> Bool {
        polling.reports(type, of: houses.representative(of: element))
    }

    /// True where the house can be seen to have obeyed.
    func canConfirm(_ value: Value, of element: ElementID) -> Bool {
        polling.canConfirm(value, of: houses.representative(of: element))
    }

    /// What the house reported last instead of what an order waits for.
    func contradiction(_ type: FacetType, of element: ElementID) -> (value: Value, heard: Instant)? {
        orders.confirmations.contradiction(type, of: houses.representative(of: element))
    }

    // MARK: - Orders

    /// True for an order that was not sent yet, and has not ended.
    func isWithdrawable(_ order: OrderID) -> Bool { orders.isWithdrawable(order) }

    /// What is expected of an element before any order of a forecast.
    func expectation(of element: ElementID) -> Expectation {
        Expectation(readings[houses.representative(of: element)])
    }

    /// What an order would send where an element is as expected; it is expected to have obeyed after that.
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

    /// What is known of an element after orders that were not given.
    struct Expectation {
        fileprivate var state: Readings.State

        fileprivate init(_ state: Readings.State) { self.state = state }

        /// Nil where it is not known, or stale.
        func value(_ type: FacetType) -> Value? { state[type]?.fresh }

        /// Where either this or the other has come, and nobody knows which.
        func or(_ other: Expectation) -> Expectation { Expectation(state.or(other.state)) }
    }
}

extension Engine {
    var surroundings: SceneSurroundings { SceneSurroundings(self) }
}
