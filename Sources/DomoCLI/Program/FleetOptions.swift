import DomoLanguage

/// The options of a command line for a house of a fleet. `domo-fleet` runs it.
struct FleetOptions: Equatable {
    /// The ID of the house; nil if the daemon is reached by its socket.
    var house: String?
    var credentials: String?
    var tokenFile: String?

    /// Whether it is not said which house is meant.
    var isIncomplete: Bool { house == nil && (credentials != nil || tokenFile != nil) }

    /// As in the help.
    static let rows = [
        ("--fleet <house>", "The ID of a house, which domo-fleet reaches over the fleet."),
        (
            "--fleet-credentials <file>",
            "Credentials for the fleet (default: $DOMO_FLEET_CREDENTIALS, ~/.config/domo/fleet.json)."
        ),
        ("--fleet-token-file <file>", "A token of the house (default: HOUSE.token beside the credentials)."),
    ]

    /// - Returns: false if there is no such option.
    mutating func set(_ option: String, to value: String) -> Bool {
        switch option {
        case "--fleet": house = value
        case "--fleet-credentials": credentials = value
        case "--fleet-token-file": tokenFile = value
        default: return false
        }
        return true
    }

    static let names = ["--fleet", "--fleet-credentials", "--fleet-token-file"]

    /// Replaces this process.
    ///
    /// - Parameter arguments: those of `domo` without these options.
    func start(_ house: String, _ arguments: [String]) throws(Fault) -> Never {
        var words = ["call", house]
        if let credentials { words += ["--credentials", credentials] }
        if let tokenFile { words += ["--token-file", tokenFile] }
        try SiblingProgram.start("domo-fleet", words + ["--"] + arguments, purpose: "it reaches the houses of a fleet")
    }
}
