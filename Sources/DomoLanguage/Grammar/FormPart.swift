/// A part of a form, in the order of its usage.
public enum FormPart: Sendable {
    case operand(Operand)
    /// An operand that may be left out; further operands may follow only if it is given.
    case optional(Operand)
    /// The same, but no usage has it: for a message of its own.
    case hidden(Operand)
    /// Operands that come together, at least once.
    case repeated([Operand], upTo: Int)
    /// The same, but they may be left out.
    case many(Operand, upTo: Int)
    /// Options that may be given in any number and order.
    case options([VerbOption])
    case required(VerbOption)
    /// Options of which only one may be given.
    case either([VerbOption])
    /// A word that only the usage has: `> FILE`.
    case note(String)

    public static func operand(_ name: String, _ completes: Completable = .nothing, _ help: String = "") -> Self {
        .operand(Operand(name, completes, help))
    }

    public static func optional(_ name: String, _ completes: Completable = .nothing, _ help: String = "") -> Self {
        .optional(Operand(name, completes, help))
    }

    public static func repeated(_ operand: Operand, upTo limit: Int) -> Self { .repeated([operand], upTo: limit) }

    public static func option(_ option: VerbOption) -> Self { .options([option]) }

    static func options(_ options: VerbOption...) -> Self { .options(options) }

    static func either(_ options: VerbOption...) -> Self { .either(options) }

    public var operands: [Operand] {
        switch self {
        case .operand(let operand), .optional(let operand), .hidden(let operand), .many(let operand, upTo: _):
            [operand]
        case .repeated(let operands, upTo: _): operands
        case .options, .required, .either, .note: []
        }
    }

    public var options: [VerbOption] {
        switch self {
        case .required(let option): [option]
        case .options(let options), .either(let options): options
        case .operand, .optional, .hidden, .repeated, .many, .note: []
        }
    }

    /// Nil if a usage there does not have it.
    func usage(_ surface: Surface) -> String? {
        switch self {
        case .operand(let operand): return operand.name
        case .optional(let operand): return "[\(operand.name)]"
        case .hidden: return nil
        case .repeated(let operands, upTo: _):
            let names = operands.map(\.name).joined(separator: " ")
            return operands.count == 1 ? names + "…" : "\(names) [\(names)]…"
        case .many(let operand, upTo: _): return "[\(operand.name)]…"
        case .options(let options):
            let shown = options.filter { surface.shows($0.audience) }
            guard !shown.isEmpty else { return nil }
            return shown.map { "[\($0.usage)]" + ($0.isRepeatable ? "…" : "") }.joined(separator: " ")
        case .required(let option): return option.usage
        case .either(let options):
            let shown = options.filter { surface.shows($0.audience) }
            let separator = shown.contains { $0.value != nil } ? " | " : "|"
            return shown.isEmpty ? nil : "[\(shown.map(\.usage).joined(separator: separator))]"
        case .note(let text): return surface == .commandLine ? text : nil
        }
    }
}
