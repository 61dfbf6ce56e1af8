/// Who uses a form of a verb, or an option.
public enum Audience: Sendable {
    /// People and programs.
    case everyone
    /// Accepted everywhere, but not in the help of `domo`: only programs need it.
    case programs
    /// Only in lines of the language, as on the control socket.
    case lines
    /// Only on the command line of `domo`, which does not send it.
    case commandLine
}

/// Where the words of a verb come from.
public enum Surface: Sendable {
    /// A line of the language.
    case line
    /// The arguments of `domo`.
    case commandLine

    func accepts(_ audience: Audience) -> Bool {
        switch audience {
        case .everyone, .programs: true
        case .lines: self == .line
        case .commandLine: self == .commandLine
        }
    }

    /// Whether its usage has what is for the audience.
    func shows(_ audience: Audience) -> Bool {
        accepts(audience) && (self == .line || audience != .programs)
    }

    /// What a usage begins with.
    var prefix: String { self == .line ? "" : "domo " }
}
