extension Engine {
    /// How many things each part holds, by name: orders, timers, questions, scene runs, … What has ended leaves nothing
    /// behind, so that after the last order and the last scene each of them is 0, except what polling keeps going.
    package var held: [String: Int] {
        var held = scenes.held
        held["keys"] = keys.count
        for part in [readings.held, orders.held, polling.held, links.held, comparisons.held] {
            held.merge(part) { $0 + $1 }
        }
        return held
    }
}
