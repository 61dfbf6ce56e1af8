/// What is wrong with a signal template or a dialect.
public struct TemplateFault: Error, Sendable, Equatable, CustomStringConvertible {
    /// What is wrong and what was expected, without a full stop.
    public var message: String
    /// Where in the template, counted in characters from 1; nil where no one place is at fault.
    public var column: Int?
    /// The part of the dialect that holds the template: `signal`, `signalWithValue`, `operations.level`.
    public var field: String?

    public init(message: String, column: Int? = nil, field: String? = nil) {
        self.message = message
        self.column = column
        self.field = field
    }

    public var description: String {
        let place = [field, column.map { "column \($0)" }].compactMap { $0 }.joined(separator: ", ")
        return place.isEmpty ? message : "\(place): \(message)"
    }
}
