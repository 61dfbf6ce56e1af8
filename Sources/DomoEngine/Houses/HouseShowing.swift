import DomoModel

/// The state that views are made from: the engine itself, or a snapshot that is read elsewhere.
protocol HouseShowing {
    var houses: Houses { get }
    var readings: Readings { get }
    var polling: Polling { get }
    var links: Links { get }
    var comparisons: Comparisons { get }
    var positions: PlanTable { get }
    var now: Instant { get }
}

/// The house at one moment. It shares the storage of the engine's parts: while it exists, they copy what they change,
/// the readings page by page.
struct HouseSnapshot: HouseShowing, Sendable {
    let houses: Houses
    let readings: Readings
    let polling: Polling
    let links: Links
    let comparisons: Comparisons
    let positions: PlanTable
    let now: Instant

    init(_ engine: Engine) {
        houses = engine.houses
        readings = engine.readings
        polling = engine.polling
        links = engine.links
        comparisons = engine.comparisons
        positions = engine.positions
        now = engine.now
    }
}

extension Engine: HouseShowing {}
