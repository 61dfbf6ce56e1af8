/// A verb of the language: its usage, its arguments, and who may use it.
public struct VerbRow: Sendable {
    /// The synopsis of the line.
    public let usage: String
    /// What it does, in one line for the list of verbs.
    public let abstract: String
    /// The lowest role that may use it.
    public let role: Role
    /// Whether it concerns all houses, so that a role limited to some places is not enough.
    public let needsAllPlaces: Bool
    public let operands: ClosedRange<Int>
    /// Options without a value.
    public let flags: Set<String>
    /// Options with a value.
    public let options: Set<String>
    /// The options that may be repeated.
    public let repeatable: Set<String>
    /// What the next operand may be, given the operands before it.
    public let completes: @Sendable (_ before: [String]) -> Completable
    let parse: @Sendable (Arguments) throws(UsageError) -> Request

    init(
        _ usage: String,
        _ abstract: String,
        needs role: Role,
        needsAllPlaces: Bool = false,
        operands: ClosedRange<Int> = 0...0,
        flags: Set<String> = [],
        options: Set<String> = [],
        repeatable: Set<String> = [],
        completes: @escaping @Sendable (_ before: [String]) -> Completable = { _ in .nothing },
        parse: @escaping @Sendable (Arguments) throws(UsageError) -> Request
    ) {
        self.usage = usage
        self.abstract = abstract
        self.role = role
        self.needsAllPlaces = needsAllPlaces
        self.operands = operands
        self.flags = flags
        self.options = options
        self.repeatable = repeatable
        self.completes = completes
        self.parse = parse
    }

    /// One completion for each operand, and none after the last.
    static func inOrder(_ completables: Completable...) -> @Sendable ([String]) -> Completable {
        { before in before.count < completables.count ? completables[before.count] : .nothing }
    }
}
