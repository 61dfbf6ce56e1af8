/// A histogram of latencies since the start of the daemon.
public struct LatencyView: Equatable, Sendable {
    public struct Bucket: Equatable, Sendable {
        /// In milliseconds.
        public var upTo: Double
        /// The number of latencies up to this limit.
        public var count: Int

        public init(upTo: Double, count: Int) { (self.upTo, self.count) = (upTo, count) }
    }

    public var count: Int
    /// The sum of all latencies, in milliseconds.
    public var sum: Double
    /// In the order of their limits; the counts are cumulative.
    public var buckets: [Bucket]

    public init(count: Int, sum: Double, buckets: [Bucket]) {
        (self.count, self.sum, self.buckets) = (count, sum, buckets)
    }
}

extension LatencyView: WireObject {
    public init<Fields: FieldVisitor>(_ fields: inout Fields, _ object: UnsafePointer<Self>?) throws(Fields.Failure) {
        count = try fields.field("count", object, \.pointee.count)
        sum = try fields.field("sum", object, \.pointee.sum)
        buckets = try fields.field("buckets", object, \.pointee.buckets)
    }
}

extension LatencyView.Bucket: WireObject {
    public init<Fields: FieldVisitor>(_ fields: inout Fields, _ object: UnsafePointer<Self>?) throws(Fields.Failure) {
        upTo = try fields.field("upTo", object, \.pointee.upTo)
        count = try fields.field("count", object, \.pointee.count)
    }
}
