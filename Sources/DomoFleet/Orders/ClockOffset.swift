import DomoModel

/// How far a clock is from that of the fleet: without knowing that, a deadline means nothing here.
///
/// It is known from requests to the fleet that were answered with the time, and from the kernel, if a time service
/// synchronizes the clock. Where the two contradict each other by more than a second, it is not known.
public struct ClockOffset: Equatable, Sendable {
    /// Why it is not known, for people.
    public struct Unknown: Error, Equatable, Sendable {
        public let reason: String
    }

    private struct Sample: Equatable {
        /// When the reply came.
        var received: Duration
        /// The time of the fleet then, in milliseconds since 1970.
        var fleet: Int64
        /// By how much that may be wrong, in milliseconds.
        var error: Int64
    }

    /// How far the clocks may be apart, in milliseconds.
    public static let maxOffset: Int64 = 1000
    /// A reply that took longer says too little.
    static let maxRoundTrip: Duration = .seconds(2)
    /// From then on the kernel takes a clock for unsynchronized: NTP_PHASE_LIMIT.
    private static let maxError: Int64 = 16_000
    /// How long a sample is used.
    static let maxAge: Duration = .seconds(6 * 3600)
    /// How much the clock that never jumps may run wrong, in milliseconds per 1,000 s.
    private static let drift: Int64 = 200

    private var sample: Sample?
    private var kernel = KernelClock.unknown
    /// Whether the last worker that replied has a clock that is not synchronized.
    private var isFleetUnsynchronized = false

    public init() {}

    /// - Parameter kernel: as it is now.
    public mutating func use(_ kernel: KernelClock) { self.kernel = kernel }

    /// Notes the reply to a request for the time.
    public mutating func add(sent: Moment, received: Moment, _ reply: FleetTime) {
        guard case .time(let fleet, let ownError) = reply else {
            isFleetUnsynchronized = true
            return
        }
        let trip = received.sinceBoot - sent.sinceBoot
        guard trip >= .zero, trip <= Self.maxRoundTrip, Timestamp.calendar.contains(Timestamp(milliseconds: fleet)),
            (0...Self.maxError).contains(ownError)
        else {
            return
        }
        isFleetUnsynchronized = false
        // The time was read between the two; both are cut to milliseconds.
        let half = trip.wholeMilliseconds / 2
        let new = Sample(received: received.sinceBoot, fleet: fleet + half, error: half + 2 + ownError)
        if let sample, let old = Self.range(of: sample, at: received), let fresh = Self.range(of: new, at: received),
            old.overlaps(fresh), old.count < fresh.count
        {
            return
        }
        sample = new
    }

    /// How much the clock of the fleet is ahead of that of the house at least and at most, in milliseconds.
    ///
    /// - Throws: why it is not known, or more than a second.
    public func range(at now: Moment) throws(Unknown) -> ClosedRange<Int64> {
        let measured = sample.flatMap { Self.range(of: $0, at: now) }
        let range: ClosedRange<Int64>
        switch (measured, kernel.range) {
        case (let measured?, let reported?) where measured.overlaps(reported):
            range = measured.clamped(to: reported)
        case (let measured?, let reported?):
            // One of them is wrong. If it is by less than a second, it does not matter which.
            range = min(measured.lowerBound, reported.lowerBound)...max(measured.upperBound, reported.upperBound)
            guard Self.isSmall(range) else {
                let distance = Self.distance(measured)
                throw Unknown(
                    reason: "the clock of the house is synchronized, but \(distance) from that of the fleet"
                )
            }
        case (let known?, nil), (nil, let known?): range = known
        case (nil, nil):
            throw Unknown(
                reason: isFleetUnsynchronized
                    ? "neither the clock of the house nor that of the worker of the fleet is synchronized"
                    : "the house does not know how far its clock is from that of the fleet: no worker reported the time"
            )
        }
        guard Self.isSmall(range) else {
            throw Unknown(reason: "the clock of the house may be \(Self.distance(range)) from that of the fleet")
        }
        return range
    }

    /// The time of the fleet at the earliest, in milliseconds since 1970: a deadline that is computed from it is never too
    /// late. It is known by replies, whatever the wall clock shows; without them, by the clock of this machine if it is
    /// synchronized.
    ///
    /// - Returns: nil if it is not known within a second.
    public func fleetTime(at now: Moment) -> Int64? {
        let measured = sample.flatMap { Self.range(of: $0, at: now) }
            .flatMap { $0.upperBound - $0.lowerBound <= 2 * Self.maxOffset ? $0 : nil }
        return (measured ?? kernel.range).map { now.time.milliseconds + $0.lowerBound }
    }

    private static func isSmall(_ range: ClosedRange<Int64>) -> Bool {
        range.lowerBound >= -maxOffset && range.upperBound <= maxOffset
    }

    private static func distance(_ range: ClosedRange<Int64>) -> String {
        let far = max(range.lowerBound.magnitude, range.upperBound.magnitude)
        return "\(far / 1000).\(far % 1000 / 100) s"
    }

    /// The wall clock may have been set since: the other clock says how much time has passed.
    private static func range(of sample: Sample, at now: Moment) -> ClosedRange<Int64>? {
        let age = now.sinceBoot - sample.received
        guard age >= .zero, age <= maxAge else { return nil }
        let passed = age.wholeMilliseconds
        let error = sample.error + passed * drift / 1_000_000 + 1
        let (offset, isTooLarge) = (sample.fleet + passed).subtractingReportingOverflow(now.time.milliseconds)
        guard !isTooLarge, offset.magnitude < 1 << 60 else { return nil }
        return offset - error...offset + error
    }
}
