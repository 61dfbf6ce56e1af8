import DomoLanguage

/// Steps that are taken one after the other, each when the one before has ended, whether well or not.
struct Strand: Sendable {
    struct Frame: Sendable {
        let steps: [Script.Step]
        var next = 0
    }

    /// What the current step waits for.
    enum Activity: Sendable {
        /// Nothing: the next step may begin.
        case ready
        /// Its order, or that of its ramp, has yet to get its number. → `order`, `ramp`
        case giving(Order, Ramp?)
        case order(OrderID)
        case time(Instant)
        case reading(SceneWait)
        case ramp(Ramp)
        /// So many strands of its own.
        case children(Int)
        /// Another scene.
        case scene
    }

    /// The strand whose step it is a part of.
    let parent: Int?
    /// Blocks inside blocks, the innermost last.
    var frames: [Frame]
    var activity = Activity.ready
    var current: Script.Step?

    /// Takes the next step; nil where there is none.
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
