extension Engine {
    /// How many items each part holds, by name: orders, timers, questions, scene runs, … Completed work leaves nothing
    /// behind: after the last order and the last scene every count is 0, except for what polling needs.
    package var held: [String: Int] {
        var held = scenes.held
        held["keys"] = keys.count
        for part in [covers.held, pulses.held, orders.held, polling.held, links.held, comparisons.held, notices.held] {
            held.merge(part) { $0 + $1 }
        }
        return held
    }
}
