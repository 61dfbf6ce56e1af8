/// All that the language knows of a verb.
public struct VerbRow: Sendable {
    /// The line, as a person writes it.
    public let usage: String
    /// What it does, in a line of the list of verbs.
    public let abstract: String
    /// The least role that may use it.
    public let role: Role
    /// Whether it concerns all houses at once, so that a role limited to some places does not suffice.
    public let needsAllPlaces: Bool
    public let operands: ClosedRange<Int>
    /// Options without a value.
    public let flags: Set<String>
    /// Options with a value.
    public let options: Set<String>
    /// Those of the options that may be given several times.
    public let repeatable: Set<String>
    /// What the next operand may be, behind those that stand there already.
    public let completes: @Sendable (_ before: [String]) -> Completable
    let parse: @Sendable (Arguments) throws(Misread) -> Request

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
        parse: @escaping @Sendable (Arguments) throws(Misread) -> Request
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

    /// Nothing behind the last one.
    static func inOrder(_ completables: Completable...) -> @Sendable ([String]) -> Completable {
        { before in before.count < completables.count ? completables[before.count] : .nothing }
    }
}
