import DomoLanguage
import DomoModel

extension Engine {
    /// Whether the houses are those of the files: the last load succeeded.
    public var isOfFiles: Bool { houses.standIn == nil }

    /// - Parameter load: prepared again here if another load became active in the meantime.
    mutating func load(_ load: PreparedLoad, ids: [RequestID], at now: Instant) {
        let load =
            load.replaced == houses.number
            ? load : PreparedLoad(load.catalog, after: loadBase, renames: load.renames, at: now)
        let new = load.houses
        refuseWaitingPulses(at: now)
        let endpoints = links.load(new.links, new.index, at: now)
        houses = new
        houses.noteLoaded(at: now)
        noteReportedFacets()
        move(to: load, endpoints: endpoints, polled: load.polled, at: now) { _ in true }
        holdVirtuals(renames: load.renames, at: now)
        loadPulses(load.renames, at: now)
        fallbacks.load(load)
        unknownScenes = []
        access.load(load.catalog.access)
        access.narrow(to: load.catalog.standIn?.access)
        loadScenes(load.scenes)
        stopForbiddenScenes()
        let report = ReloadReport(
            houses: new.index.houses.count,
            elements: new.index.elements.count { !$0.isPart },
            scenes: new.scenes.count,
            warnings: new.warnings,
            renamed: load.renames.isEmpty ? nil : load.renames.map { .init(old: $0.old, new: $0.new) }
        )
        let message = "loaded \(counted(report.houses, "house")), \(counted(report.elements, "element"))"
        outbox.publish(Event(kind: .reload, time: now.wall, message: message))
        for id in ids {
            let scope = access.takeLoad(id)
            outbox.reply(id, .reloaded(shown(report, to: scope)))
        }
    }
    /// Moves what the parts hold to the numbers and routes of a load, whose houses are already in use.
    ///
    /// - Parameters:
    ///   - endpoints: for each previous endpoint its new number.
    ///   - polled: what each endpoint is polled for.
    ///   - takesNewRoute: false for an order that stays at its endpoint.
    mutating func move(
        to load: PreparedLoad,
        endpoints: [EndpointID?],
        polled: [PolledElements],
        at now: Instant,
        takesNewRoute: (PendingOrder) -> Bool
    ) {
        let houses = load.houses
        func offers(_ value: Value, _ element: ElementID) -> Bool { houses.types(of: element).contains(value.type) }
        readings.load(load)
        problems.clear()
        numbers.load(element: load.number)
        orders.load(
            endpoints: links.count,
            element: load.number,
            lane: { [houses] in houses.lane(of: $0) },
            endpoint: { endpoints[$0.number] },
            route: { element, order in
                guard takesNewRoute(order) else { return order.endpoint }
                guard order.value.map({ offers($0, element) }) ?? true else { return nil }
                return houses.endpoint(of: element, order.type ?? .value)
            },
            offers: { offers($1, $0) }
        )
        let rerouted = Set(load.rerouted.compactMap { load.number(of: $0.element) })
        polling.load(
            load.readable,
            polled,
            links,
            old: endpoints,
            element: load.number,
            rerouted: rerouted,
            at: now
        )
        let awaited = orders.loadConfirmations(
            element: load.number,
            endpoint: { polling.canConfirm($1, of: $0) ? polling.endpoint(of: $0, $1.type) : nil },
            moved: { endpoints[$0.number] }
        )
        polling.resume(awaited: awaited, at: now)
        loadCovers(load)
        comparisons.load(element: load.number) { polling.comparison(of: $0, $1) }
    }
}
