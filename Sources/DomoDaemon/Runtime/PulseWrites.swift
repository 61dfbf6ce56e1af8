import DomoEngine

/// The open pulses on their way to their file: one write at a time, always of the newest version.
struct PulseWrites {
    /// Nil if nothing is stored.
    let file: PulseFile?
    private var next: (pulses: [OpenPulse], number: UInt64)?
    /// The version that is being written.
    private var current: UInt64?

    init(_ file: PulseFile?) { self.file = file }

    /// Whether a version waits for its write, or is being written.
    var isBusy: Bool { current != nil || next != nil }

    mutating func note(_ pulses: [OpenPulse], number: UInt64) { next = (pulses, number) }

    /// - Returns: what to write now; nil if nothing has changed, or a write is under way.
    mutating func takeNext() -> (pulses: [OpenPulse], number: UInt64)? {
        guard current == nil, let next else { return nil }
        (self.next, current) = (nil, next.number)
        return next
    }

    mutating func ended() { current = nil }
}
