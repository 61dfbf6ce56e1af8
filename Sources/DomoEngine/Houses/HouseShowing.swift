import DomoModel

/// The state that views are made from: the engine itself, or a snapshot that is read elsewhere.
protocol HouseShowing: ~Copyable {
    var houses: Houses { get }
    var readings: Readings { get }
    var covers: Covers { get }
    var comparisons: Comparisons { get }
    var positions: PlanTable { get }
    var now: Instant { get }

    /// Nil until something was sent to the endpoint.
    func isReachable(_ endpoint: EndpointID) -> Bool?
    /// The age at which a reading of a facet becomes stale; nil if it doesn't, or nothing reports the facet.
    func maximumAge(of element: ElementID, _ type: FacetType) -> Duration?
    /// True if the house itself reports the facet.
    func reports(_ type: FacetType, of element: ElementID) -> Bool
    /// The endpoint that reports a facet for comparison.
    func comparison(of element: ElementID, _ type: FacetType) -> EndpointID?
}

extension Engine: HouseShowing {
    func isReachable(_ endpoint: EndpointID) -> Bool? { links[endpoint].isReachable }
    func maximumAge(of element: ElementID, _ type: FacetType) -> Duration? { polling.maximumAge(of: element, type) }
    func comparison(of element: ElementID, _ type: FacetType) -> EndpointID? { polling.comparison(of: element, type) }
}

/// The house at one moment. It shares the storage of the houses, the readings and the comparisons: while it exists,
/// the engine copies what it changes of them, the readings page by page.
struct HouseSnapshot: HouseShowing, Sendable {
    let houses: Houses
    let readings: Readings
    let covers: Covers
    let comparisons: Comparisons
    let positions: PlanTable
    let now: Instant
    private let facets: ReadableFacets
    /// By endpoint number.
    private let reachable: [Bool?]

    init(_ engine: borrowing Engine) {
        houses = engine.houses
        readings = engine.readings
        covers = engine.covers
        comparisons = engine.comparisons
        positions = engine.positions
        now = engine.now
        facets = engine.polling.facets
        reachable = engine.links.reachable
    }

    func isReachable(_ endpoint: EndpointID) -> Bool? { reachable[endpoint.number] }
    func maximumAge(of element: ElementID, _ type: FacetType) -> Duration? { facets.maximumAge(of: element, type) }
    func comparison(of element: ElementID, _ type: FacetType) -> EndpointID? { facets.comparison(of: element, type) }
    func reports(_ type: FacetType, of element: ElementID) -> Bool { facets.reports(type, of: element) }
}
