import DomoEngine

/// The open pulses on their way to their file: one write at a time, always of the newest version.
struct PulseWrites {
    /// Nil if nothing is stored.
    let file: PulseFile?
    private var next: (pulses: [OpenPulse], number: UInt64)?
    /// The version that is being written.
    private var current: (pulses: [OpenPulse], number: UInt64)?
    /// The version that could not be written, until a retry or a newer one.
    private var failed: (pulses: [OpenPulse], number: UInt64)?
    private var isRetryPlanned = false

    init(_ file: PulseFile?) { self.file = file }

    /// Whether a version waits for its write, or is being written.
    var isBusy: Bool { current != nil || next != nil }

    mutating func note(_ pulses: [OpenPulse], number: UInt64) { (next, failed) = ((pulses, number), nil) }

    /// - Returns: what to write now; nil if nothing has changed, or a write is under way.
    mutating func takeNext() -> (pulses: [OpenPulse], number: UInt64)? {
        guard current == nil, let next else { return nil }
        (self.next, current) = (nil, next)
        return next
    }

    /// A write has ended.
    ///
    /// - Returns: whether to retry it later: it failed, there is no newer version, and that is not planned yet.
    mutating func ended(isStored: Bool) -> Bool {
        defer { current = nil }
        guard !isStored, next == nil else { return false }
        failed = current
        defer { isRetryPlanned = true }
        return !isRetryPlanned
    }

    /// Writes again what could not be written.
    mutating func retry() {
        isRetryPlanned = false
        if next == nil, current == nil { (next, failed) = (failed, nil) }
    }
}
