/// Why bytes are not a report, or a line is not a record.
public struct ReportFault: Error, Equatable, Sendable, CustomStringConvertible {
    /// For people: what is wrong, with the value, and where.
    public let description: String

    init(_ description: String) { self.description = description }
}
