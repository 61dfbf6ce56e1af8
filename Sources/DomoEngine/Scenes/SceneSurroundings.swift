import DomoLanguage
import DomoModel

/// What scenes can read when they decide: names, readings of the house, and their own orders.
protocol SceneSurroundings: SceneNames, ~Copyable {
    var now: Instant { get }
    /// Whether any principal is limited to places.
    var hasLimits: Bool { get }

    // MARK: - The houses

    var index: HouseIndex { get }
    /// One per house.
    var sites: [Catalog.Site] { get }
    /// The folder of the scene files, for people.
    var sceneFolder: String? { get }

    /// The diagnostics of a scene that would run beside those of the load.
    func findings(in scene: Catalog.Scene, isLoaded: Bool) -> [SceneCheck.Finding]

    /// The element that represents all twins: itself for most.
    func representative(of element: ElementID) -> ElementID

    /// The full path of the place, or else the element, with a name.
    func path(named name: String, seenIn scope: Scope) throws(Fault) -> String

    // MARK: - What is known

    /// The reading as it is shown: also stale if its server is unreachable or it exceeds its maximum age.
    func reading(_ element: ElementID, _ type: FacetType) -> Reading?

    /// The reading as it was reported or ordered, regardless of the present state of its server.
    func storedReading(_ element: ElementID, _ type: FacetType) -> Reading?

    /// What people are shown of a cover; nil for other elements.
    func cover(_ element: ElementID) -> CoverView?

    /// When a facet was last ordered, or reported by the house.
    func lastUpdate(of element: ElementID, _ type: FacetType) -> Instant?

    /// When the facet changed to its present value.
    func changed(_ element: ElementID, _ type: FacetType) -> Instant?

    /// The time since which a facet has had its value, observed without a gap. If the house can confirm the value, an
    /// order alone does not count: nil until the house has reported it.
    func steady(_ element: ElementID, _ type: FacetType) -> Instant?

    /// The time since which a facet has been observed without a gap, whatever its value.
    func watched(_ element: ElementID, _ type: FacetType) -> Instant?

    /// True if the house itself reports this facet.
    func reports(_ type: FacetType, of element: ElementID) -> Bool

    /// True if the house can confirm the value.
    func canConfirm(_ value: Value, of element: ElementID) -> Bool

    /// What the house last reported instead of the value that an order waits for.
    func contradiction(_ type: FacetType, of element: ElementID) -> (value: Value, reported: Instant)?

    // MARK: - Orders

    /// The class of the lock, gate, garage or door that an order for an element moves; nil if it moves none.
    func door(movedWith element: ElementID) -> ElementClass?

    /// A door among the devices that an order for a place may reach; nil if there is none.
    func door(movedBy group: GroupOrder) -> ElementID?

    /// True for an order that was not sent yet and has not ended.
    func isWithdrawable(_ order: OrderID) -> Bool

    /// The orders that an order for a place consists of.
    ///
    /// - Parameter expected: the value of a facet after the steps before; nil if they don't order the element.
    func orders(
        of group: GroupOrder,
        after expected: (ElementID, FacetType) -> Value?
    ) throws(Fault) -> [Order]

    /// The expected state of an element before the first order of a forecast.
    func expectation(of element: ElementID) -> SceneExpectation

    /// The signal that an order would send from the expected state, which then changes as if the order were obeyed.
    func forecast(
        _ wish: Order.Wish,
        of element: ElementID,
        _ expected: inout SceneExpectation
    ) throws(Fault) -> Explanation.Signal
}

/// The engine, borrowed for the time of a call.
typealias SceneWorld = SceneSurroundings & ~Copyable
