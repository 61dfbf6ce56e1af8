/// A verb: its forms, and who may use it. Parser, usage, help, completion and man pages are made from it.
public final class VerbRow: Sendable {
    public let word: String
    /// What it does, in one line for the list of verbs.
    public let abstract: String
    /// The lowest role that may use it.
    public let role: Role
    /// Whether it concerns all houses, so that a role limited to some places is not enough.
    public let needsAllPlaces: Bool
    public let forms: [Form]

    private let lineForms: [Form]
    private let commandForms: [Form]
    private let haveCommands: (lines: Bool, commandLine: Bool)
    /// By each of their names.
    private let lineOptions: [String: VerbOption]
    private let commandOptions: [String: VerbOption]

    init(
        _ word: String,
        _ abstract: String,
        needs role: Role,
        needsAllPlaces: Bool = false,
        _ forms: Form...
    ) {
        self.word = word
        self.abstract = abstract
        self.role = role
        self.needsAllPlaces = needsAllPlaces
        self.forms = forms
        lineForms = forms.filter { Surface.line.accepts($0.audience) }
        commandForms = forms.filter { Surface.commandLine.accepts($0.audience) }
        haveCommands = (lineForms.contains { $0.command != nil }, commandForms.contains { $0.command != nil })
        lineOptions = Self.options(lineForms, .line)
        commandOptions = Self.options(commandForms, .commandLine)
    }

    /// A verb of the command line alone.
    public convenience init(_ word: String, _ abstract: String, commandLine form: Form) {
        self.init(word, abstract, needs: .none, form)
    }

    public func forms(_ surface: Surface) -> [Form] { surface == .line ? lineForms : commandForms }

    func hasCommands(_ surface: Surface) -> Bool {
        surface == .line ? haveCommands.lines : haveCommands.commandLine
    }

    /// The option with a name; nil if there is none.
    func option(_ name: String, _ surface: Surface) -> VerbOption? {
        surface == .line ? lineOptions[name] : commandOptions[name]
    }

    private static func options(_ forms: [Form], _ surface: Surface) -> [String: VerbOption] {
        var options: [String: VerbOption] = [:]
        for option in forms.flatMap(\.parts).flatMap(\.options) where surface.accepts(option.audience) {
            for name in option.names where options[name] == nil { options[name] = option }
        }
        return options
    }

    public func takes(_ option: String, _ surface: Surface) -> Bool { self.option(option, surface) != nil }

    /// The options, in the order of the usage.
    public func options(_ surface: Surface) -> [VerbOption] {
        Self.options(of: forms(surface)) { surface.accepts($0) }
    }

    /// The options in its help.
    public func shownOptions(_ surface: Surface) -> [VerbOption] {
        Self.options(of: shownForms(surface)) { surface.shows($0) }
    }

    private static func options(of forms: [Form], where isMeant: (Audience) -> Bool) -> [VerbOption] {
        var names: Set<String> = []
        return forms.flatMap(\.parts).flatMap(\.options).filter {
            isMeant($0.audience) && names.insert($0.name).inserted
        }
    }

    /// The words after the verb that select a form.
    public func commands(_ surface: Surface) -> [String] { forms(surface).compactMap(\.command).uniqued }

    /// The forms in its help: if all are for programs, these.
    public func shownForms(_ surface: Surface) -> [Form] {
        let shown = forms(surface).filter { surface.shows($0.audience) }
        return shown.isEmpty ? forms(surface) : shown
    }

    /// One usage for each form.
    public func usages(_ surface: Surface) -> [String] {
        shownForms(surface).map { $0.usage(surface.prefix + word, surface) }
    }

    /// The usage of a line.
    public var usage: String { usages(.line).joined(separator: " | ") }
}

extension Array where Element: Hashable {
    /// Each element once, in their order.
    var uniqued: Self {
        var seen: Set<Element> = []
        return filter { seen.insert($0).inserted }
    }
}
