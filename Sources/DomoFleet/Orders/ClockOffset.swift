import DomoModel

/// How far the clock of the house is from that of the fleet: without knowing that, a deadline means nothing here.
///
/// It is known from requests to the fleet that were answered with the time, and from the kernel, if a time service
/// synchronizes the clock. Where the two contradict each other, it is not known.
public struct ClockOffset: Equatable, Sendable {
    /// What adjtimex(2) reports.
    public struct Kernel: Equatable, Sendable {
        public var isSynchronized: Bool
        /// The maximum error, in milliseconds.
        public var maxError: Int64

        public init(isSynchronized: Bool, maxError: Int64) {
            self.isSynchronized = isSynchronized
            self.maxError = maxError
        }
    }

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
    /// How long a sample is used.
    static let maxAge: Duration = .seconds(6 * 3600)
    /// How much the clock that never jumps may run wrong, in milliseconds per 1,000 s.
    private static let drift: Int64 = 200

    private var sample: Sample?
    private var kernel: Kernel?

    public init() {}

    public mutating func use(_ kernel: Kernel) { self.kernel = kernel }

    /// Notes the reply to a request for the time.
    ///
    /// - Parameter fleet: the time in the reply, in milliseconds since 1970.
    public mutating func add(sent: Moment, received: Moment, fleet: Int64) {
        let trip = received.sinceBoot - sent.sinceBoot
        guard trip >= .zero, trip <= Self.maxRoundTrip, Timestamp.calendar.contains(Timestamp(milliseconds: fleet))
        else {
            return
        }
        // The time was read between the two; both are cut to milliseconds.
        let half = trip.wholeMilliseconds / 2
        let new = Sample(received: received.sinceBoot, fleet: fleet + half, error: half + 2)
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
        let reported = kernel.flatMap { kernel in
            kernel.isSynchronized && kernel.maxError >= 0 && kernel.maxError <= Self.maxOffset
                ? -kernel.maxError...kernel.maxError : nil
        }
        let range: ClosedRange<Int64>
        switch (measured, reported) {
        case (let measured?, let reported?):
            guard measured.overlaps(reported) else {
                throw Unknown(
                    reason:
                        "the clock of the house is synchronized, but \(Self.distance(measured)) from that of the fleet"
                )
            }
            range = measured.clamped(to: reported)
        case (let known?, nil), (nil, let known?): range = known
        case (nil, nil):
            throw Unknown(reason: "the house does not know how far its clock is from that of the fleet")
        }
        guard range.lowerBound >= -Self.maxOffset, range.upperBound <= Self.maxOffset else {
            throw Unknown(reason: "the clock of the house may be \(Self.distance(range)) from that of the fleet")
        }
        return range
    }

    /// The time of the fleet, in milliseconds since 1970, by its replies alone: whatever the wall clock shows.
    ///
    /// - Returns: nil if it is not known within a second.
    public func fleetTime(at now: Moment) -> Int64? {
        guard let sample, let offset = Self.range(of: sample, at: now),
            offset.upperBound - offset.lowerBound <= 2 * Self.maxOffset
        else { return nil }
        return now.time.milliseconds + offset.lowerBound + (offset.upperBound - offset.lowerBound) / 2
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
