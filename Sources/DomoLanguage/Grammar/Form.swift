/// One way to use a verb: `scene NAME` and `scene stop` are two forms.
public final class Form: Sendable {
    typealias Reader = @Sendable (Arguments) throws(UsageError) -> Request

    /// The word after the verb that selects it, such as `stop`; nil if it needs none.
    public let command: String?
    public let parts: [FormPart]
    public let audience: Audience
    /// Makes the request; nil for a form that is not a request of the language.
    let read: Reader?

    /// The names of the operands, once each.
    let operands: [Operand]
    let required: [VerbOption]
    private let optionNames: Set<String>
    /// The number of operands; those of a group that may be repeated come in multiples of `group`.
    let operandCount: ClosedRange<Int>
    private let group: Int
    /// The number of operands before the group.
    private let fixed: Int

    convenience init(
        _ command: String,
        _ parts: FormPart...,
        for audience: Audience = .everyone,
        read: @escaping Reader
    ) {
        self.init(command: command, parts, audience, read)
    }

    convenience init(_ parts: FormPart..., for audience: Audience = .everyone, read: @escaping Reader) {
        self.init(command: nil, parts, audience, read)
    }

    /// A form that only the command line has.
    public convenience init(_ parts: FormPart...) { self.init(command: nil, parts, .commandLine, nil) }

    private init(command: String?, _ parts: [FormPart], _ audience: Audience, _ read: Reader?) {
        (self.command, self.parts, self.audience, self.read) = (command, parts, audience, read)
        operands = parts.flatMap(\.operands)
        required = parts.flatMap { part -> [VerbOption] in
            if case .required(let option) = part { [option] } else { [] }
        }
        optionNames = Set(parts.flatMap(\.options).map(\.name))
        var (least, most, group, fixed) = (0, 0, 1, 0)
        for part in parts {
            switch part {
            case .operand:
                least += 1
                most += 1
            case .optional, .hidden: most += 1
            case .repeated(let operands, upTo: let limit):
                (group, fixed) = (operands.count, most)
                least += group
                most += group * limit
            case .many(_, upTo: let limit):
                fixed = most
                most += limit
            case .options, .required, .either, .note: break
            }
        }
        (operandCount, self.group, self.fixed) = (least...most, group, fixed)
    }

    func takes(_ option: String) -> Bool { optionNames.contains(option) }

    /// The operand that is missing after so many; nil if none is.
    func missing(after count: Int) -> Operand? {
        guard count < operandCount.lowerBound || group > 1 && count > fixed && (count - fixed) % group != 0 else {
            return nil
        }
        return operand(at: count)
    }

    /// - Parameter index: counted from the first operand.
    func operand(at index: Int) -> Operand? {
        guard index >= operands.count else { return operands[index] }
        guard index < operandCount.upperBound else { return nil }
        return operands[fixed + (index - fixed) % group]
    }

    /// As in messages: `set --all`, `knx read`.
    func title(_ verb: String) -> String {
        ([verb] + (command.map { [$0] } ?? []) + required.map(\.name)).joined(separator: " ")
    }

    /// - Parameter verb: with what is before it: `domo set`.
    func usage(_ verb: String, _ surface: Surface) -> String {
        ([verb] + (command.map { [$0] } ?? []) + parts.compactMap { $0.usage(surface) }).joined(separator: " ")
    }
}
