import DomoLanguage

/// Steps that run one after the other, each when the previous one has ended, successfully or not.
struct Strand: Sendable {
    struct Frame: Sendable {
        let steps: [Script.Step]
        var next = 0
    }

    /// What the current step waits for.
    enum Activity: Sendable {
        /// Nothing: the next step may begin.
        case ready
        /// The order of the step or its ramp has no number yet. → `order`, `ramp`
        case giving(Order, Ramp?)
        /// The orders of the step for a place are not given yet.
        case givingGroup
        /// The notice of the step is not raised or resolved yet.
        case notifying
        /// The answer to a call.
        case calling
        case order(OrderID)
        case time(Instant)
        case reading(SceneWait)
        case ramp(Ramp)
        /// The number of child strands.
        case children(Int)
        /// Another scene.
        case scene
    }

    /// The strand that this one is a part of.
    let parent: Int?
    /// Nested blocks, the innermost last.
    var frames: [Frame]
    var activity = Activity.ready
    var current: Script.Step?

    /// Returns the next step; nil if there is none.
    mutating func next() -> Script.Step? {
        while let frame = frames.indices.last {
            if frames[frame].next < frames[frame].steps.count {
                defer { frames[frame].next += 1 }
                current = frames[frame].steps[frames[frame].next]
                return current
            }
            frames.removeLast()
        }
        current = nil
        return nil
    }
}
