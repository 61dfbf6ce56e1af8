extension Engine {
    /// How many things each part holds, by name: orders, timers, questions, scene runs, … What has ended leaves nothing
    /// behind, so that after the last order and the last scene each of them is 0, except what polling keeps going.
    package var held: [String: Int] {
        var held = scenes.held
        held["unsaved orders"] = unsaved.count
        held.merge(delivery.held) { $0 + $1 }
        held.merge(observer.held) { $0 + $1 }
        return held
    }
}
