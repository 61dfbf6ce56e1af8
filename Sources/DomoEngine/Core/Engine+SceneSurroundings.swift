import DomoLanguage
import DomoModel

// What scenes can read of the engine. They get it borrowed: it has no scenes of its own meanwhile.

extension Engine: SceneSurroundings {
    public var hasLimits: Bool { access.hasLimits }

    // MARK: - The houses

    var index: HouseIndex { houses.index }
    var sites: [Catalog.Site] { houses.sites }
    var sceneFolder: String? { houses.sceneFolder }

    func site(of script: Script) -> Catalog.Site { houses.loaded.site(of: script) }

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

    func element(named name: String, seenIn scope: Scope) throws(Fault) -> ElementID {
        try houses.element(named: name, seenIn: scope)
    }

    func representative(of element: ElementID) -> ElementID { houses.representative(of: element) }

    func path(named name: String, seenIn scope: Scope) throws(Fault) -> String {
        try houses.path(named: name, seenIn: scope)
    }

    func path(of element: ElementID) -> String { houses.index.path(of: element) }

    // MARK: - What is known

    func reading(_ element: ElementID, _ type: FacetType) -> Reading? {
        guard let facet = facet(element, type) else { return nil }
        return facet.shown(
            isUnreachable: houses.endpoint(of: element, type).map { isReachable($0) == false } ?? false,
            maximumAge: polling.maximumAge(of: houses.representative(of: element), type),
            at: now
        )
    }

    func storedReading(_ element: ElementID, _ type: FacetType) -> Reading? { facet(element, type)?.reading }

    private func facet(_ element: ElementID, _ type: FacetType) -> Readings.Facet? {
        readings[houses.representative(of: element)].facets.first { $0.type == type }
    }

    func cover(_ element: ElementID) -> CoverView? { coverView(of: houses.representative(of: element)) }

    func lastUpdate(of element: ElementID, _ type: FacetType) -> Instant? {
        facet(element, type)?.updated
    }

    func changed(_ element: ElementID, _ type: FacetType) -> Instant? {
        facet(element, type)?.changed
    }

    func steady(_ element: ElementID, _ type: FacetType) -> Instant? {
        guard let facet = facet(element, type), !facet.isUnverified, let value = facet.reading.value else { return nil }
        let start = canConfirm(value, of: element) ? facet.confirmed : facet.changed
        return start.map { max($0, facet.watched) }
    }

    func watched(_ element: ElementID, _ type: FacetType) -> Instant? {
        facet(element, type).flatMap { $0.isUnverified ? nil : $0.watched }
    }

    func reports(_ type: FacetType, of element: ElementID) -> Bool {
        polling.reports(type, of: houses.representative(of: element))
    }

    func canConfirm(_ value: Value, of element: ElementID) -> Bool {
        polling.canConfirm(value, of: houses.representative(of: element))
    }

    func contradiction(_ type: FacetType, of element: ElementID) -> (value: Value, reported: Instant)? {
        orders.contradiction(type, of: houses.representative(of: element))
    }

    // MARK: - Orders

    func isWithdrawable(_ order: OrderID) -> Bool { orders.isWithdrawable(order) }

    func orders(
        of group: GroupOrder,
        after expected: (ElementID, FacetType) -> Value?
    ) throws(Fault) -> [Order] {
        let (wishes, _) = try wishes(of: group, seenIn: .everything) { id, type, off in
            expected(id, type).map { $0 == off } ?? isKnownToBeOff(id, type, off)
        }
        return wishes.map { Order(element: houses.path(of: $0.element), wish: $0.wish) }
    }

    func expectation(of element: ElementID) -> SceneExpectation {
        SceneExpectation(readings[houses.representative(of: element)])
    }

    func forecast(
        _ wish: Order.Wish,
        of element: ElementID,
        _ expected: inout SceneExpectation
    ) throws(Fault) -> Explanation.Signal {
        let value: Value
        if let absolute = try houses.absoluteValue(of: wish, for: element) {
            value = absolute
        } else {
            value = try resolve(wish, for: element, in: houses.index, state: expected.state)
        }
        let signal = try houses.signal(for: value, of: element)
        _ = expected.state.accept(value, types: houses.index[element].types, at: now, by: .house)
        return signal
    }
}
