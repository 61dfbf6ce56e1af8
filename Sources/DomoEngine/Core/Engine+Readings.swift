import DomoCalendar
import DomoLanguage
import DomoModel

// What the house reports, and how long that remains valid.

extension Engine {
    /// - Parameters:
    ///   - reportedAt: when the house reported it; nil for now.
    ///   - isAnswer: it answers a read.
    mutating func observe(
        _ value: Value?,
        _ type: FacetType,
        of element: ElementID,
        at now: Instant,
        reportedAt: Instant? = nil,
        confirming order: Cause? = nil,
        by source: Cause = .house,
        isAnswer: Bool = false
    ) {
        defer { for id in readings.takeVerified() { for twin in houses.twins(of: id) { scenes.noteChange(of: twin) } } }
        let isCover = reportCover(
            value,
            type,
            element,
            confirming: order,
            reportedAt: reportedAt,
            isAnswer: isAnswer,
            at: now
        )
        if isCover { return }
        let reported = reportedAt ?? now
        if observeTurning(value, type, of: element, reportedAt: reported, at: now) { return }
        var changed: [FacetType] = []
        let precision = precision(of: type, of: element)
        if readings.observe(
            value,
            type,
            of: element,
            at: reported,
            confirming: order,
            precision: precision,
            by: source,
            isAnswer: isAnswer
        ) {
            changed.append(type)
        }
        // Facets that the house does not report follow from those that it reports.
        for sibling in houses.types(of: element) {
            guard let value, sibling != type, !polling.reports(sibling, of: element),
                case .to(let following) = sibling.change(after: value, .observed)
            else { continue }
            if readings.observe(following, sibling, of: element, at: reported, confirming: order, by: source) {
                changed.append(sibling)
            }
        }
        publishReadings(of: element, changed, at: now)
    }

    /// The smallest difference between two values of a facet, if known.
    func precision(of type: FacetType, of element: ElementID) -> Decimal? {
        houses[element].precision(of: type, resolution: polling.resolution(type, of: element))
    }

    /// An answer to a read by domo or by somebody else: it confirms the state and triggers no scene.
    mutating func confirm(_ report: FacetReport, at now: Instant) {
        // Changes made before it do trigger scenes.
        followSceneChanges()
        observe(report.value, report.type, of: report.element, at: now, isAnswer: true)
        followSceneChanges(isConfirmed: true)
    }

    /// A signal that moved an element also moved others that share only a part of it: their state is unknown now.
    mutating func makeOverlappingStale(_ element: ElementID, at now: Instant) {
        for other in houses.overlapping(element) {
            readings.noteCommand(of: other, at: now)
            _ = noteUncertainCover(other, at: now)
            publishReadings(of: other, readings.makeAllStale(of: other), at: now)
            polling.scheduleRead(of: other, at: now)
        }
    }

    /// Readings of the endpoint's elements may be outdated: it has to report them again.
    mutating func becameUnreachable(_ endpoint: EndpointID) {
        links.noteReadings()
        guard links[endpoint].link.profile.reading != nil else { return }
        orders.forgetReports { polling.endpoint(of: $0, $1) == endpoint }
        readings.makeAllStale { polling.source(of: $0, $1) == endpoint }
        let houses = houses
        loseCovers {
            houses.endpoint(of: $0, .bidirectional) == endpoint || houses.endpoint(of: $0, .regulable) == endpoint
        }
    }

    mutating func expireReadings(of endpoint: EndpointID, at now: Instant) {
        guard polling.policy(of: endpoint) != nil else { return }
        let (stale, next) = readings.expire(at: now) { element, type in
            polling.source(of: element, type) == endpoint ? polling.maximumAge(of: element, type) : nil
        }
        for (element, type) in stale {
            covers.expire(type, of: element)
            publishReadings(of: element, [type], at: now, isStored: false)
        }
        guard let age = polling.round(of: endpoint)?.maximumAge ?? next.map({ $0 - now }) else { return }
        // Not at every moment at which a reading may expire: each check goes through all of them.
        polling.expire(endpoint, at: max(next ?? now + age, now + max(.milliseconds(100), age / 100)))
    }

    // MARK: - Memory

    /// The highest order number so far.
    public var lastOrder: UInt64 { orders.lastOrder }

    /// Restores what the previous run knew. Present readings are newer and stay.
    mutating func remember(_ memory: Memory, at now: Instant) {
        orders.skip(upTo: memory.lastOrder)
        var finder = HouseIndex.PathFinder(houses.index)
        for known in memory.readings {
            guard let id = finder.element(at: known.element), houses.types(of: id).contains(known.type),
                houses.hasReading(id, known.type)
            else { continue }
            let representative = houses.representative(of: id)
            // What an earlier version kept of a push button is no state.
            if known.type == .binary, houses.isButton(id), !polling.reports(.binary, of: representative) { continue }
            guard readings.remember(known.reading, known.type, of: representative, at: now) else { continue }
            numbers.note(known.reading.value, of: representative)
            if let traits = coverTraits(of: representative, known.type) {
                covers.restore(known.reading, of: representative, traits)
            }
        }
        restoreScenes(memory)
    }

    mutating func recall(_ recall: Recall, for id: RequestID) {
        let fault = Fault(
            .noHistory,
            "there is no working database",
            hint: "\"domo status\" shows what is wrong with it; orders work without it"
        )
        outbox.recall(id, recall, otherwise: .fault(fault))
    }

    mutating func recallOrders(
        of path: String?,
        last: Int,
        before: UInt64?,
        since: TimePoint?,
        seenIn scope: Scope,
        for id: RequestID
    ) throws(Fault) {
        var paths: [String]?
        var seen = scope
        var house = houses.sites.first
        if let path {
            switch try houses.find(path, seenIn: scope) {
            case .element(let element):
                paths = houses.paths(ofTwinsOf: element)
                house = houses.site(of: element)
            case .place(let place):
                seen = scope.narrowed(to: houses.index[place].path)
                house = houses.sites[houses.index[place].house]
            }
        }
        let since = since.flatMap { house?.clock.moment(of: $0, now: now.wall) }
        var orders = self.orders.last(.max, of: paths, before: before)
        if seen.isLimited { orders = orders.filter { seen.holds($0.element) } }
        if let since { orders = orders.filter { $0.requested >= since } }
        let recall = Recall.orders(elements: paths, within: seen.places, last: last, before: before, since: since)
        outbox.recall(id, recall, otherwise: .orders(OrderList(orders: Array(orders.prefix(last)))))
    }

    mutating func recallHistory(
        of name: String,
        _ period: Period,
        seenIn scope: Scope,
        for id: RequestID
    ) throws(Fault) {
        let element = try houses.element(named: name, seenIn: scope)
        let zone = houses.sites[houses.index.house(of: element)].clock.zone.name
        recall(.history(subject(element), period, timeZone: zone), for: id)
    }

    mutating func recallLog(_ question: HouseLogQuestion, seenIn scope: Scope, for id: RequestID) throws(Fault) {
        var about: String?
        var house = houses.sites.first
        if let path = question.path {
            switch try houses.find(path, seenIn: scope) {
            case .element(let element):
                about = houses.index.path(of: element)
                house = houses.site(of: element)
            case .place(let place):
                about = houses.index[place].path
                house = houses.sites[houses.index[place].house]
            }
        }
        recall(.houseLog(question, about: about, within: scope.places, timeZone: house?.clock.zone.name), for: id)
    }

    /// - Throws: if a house still has the old path: its history is its own.
    mutating func rename(_ old: String, to new: String, seenIn scope: Scope, for id: RequestID) throws(Fault) {
        let (target, isPlace): (String, Bool) =
            switch try houses.find(new, seenIn: scope) {
            case .element(let element): (houses.index.path(of: element), false)
            case .place(let place): (houses.index[place].path, true)
            }
        let path = old.split(separator: "/").joined(separator: "/")
        guard !houses.has(path) else {
            throw Fault(
                .exists,
                "a house has \(path)",
                hint:
                    "only the history of what was renamed or moved in its file can be given to another; its old path is whole, "
                    + "as \"domo orders\" shows it"
            )
        }
        recall(.rename(old: path, new: target, isPlace: isPlace), for: id)
    }

    mutating func recallStats(of path: String?, seenIn scope: Scope, for id: RequestID) throws(Fault) {
        var elements: [ElementID] = []
        if let path {
            switch try houses.find(path, seenIn: scope) {
            case .element(let element): elements = [element]
            case .place(let place): collect(place, seenIn: scope, into: &elements)
            }
        } else {
            for root in houses.index.roots { collect(root, seenIn: scope, into: &elements) }
        }
        let house = elements.first.map { houses.index.house(of: $0) }
        let zone = house.map { houses.sites[$0].clock.zone.name }
        recall(.stats(elements.map { subject($0) }, timeZone: zone), for: id)
    }

    private func subject(_ element: ElementID) -> Recall.Subject {
        Recall.Subject(path: houses.index.path(of: element), unit: houses.index[element].details?.unit)
    }
}
