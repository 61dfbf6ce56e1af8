import DomoModel

/// Options of several verbs.
extension VerbOption {
    /// The ways to write a time.
    static let times =
        "2d or 1w (ago), today, yesterday, 21:04 (today), 2026-11-20, 2026-11-20T21:04, 2026-11-20T21:04:05Z (UTC)"

    static let explain = VerbOption("--explain", help: "Print the signal that would be sent, and send nothing.")
    static let explainScene = VerbOption(
        "--explain",
        help: "Print the signals that would be sent, each with its time, and send nothing."
    )
    static let explainGroup = VerbOption(
        "--explain",
        help: "Print the devices that would be set, and send nothing."
    )

    static let asType = VerbOption(
        "--as",
        value: "TYPE",
        .words(FacetType.allCases.map(\.word)),
        "The type to set: \(FacetType.allCases.map(\.word).joined(separator: ", "))."
    )

    static let deadline = VerbOption(
        "--deadline",
        value: "DURATION",
        "How long the order may take, such as 500ms or 2s."
    )

    /// Of an order or a scene.
    static let sentUntil = VerbOption(
        "--until",
        value: "TIME",
        """
        For programs that pass orders on: nothing is sent if the daemon reads this after the time, such as \
        2026-11-20T21:04:05Z (UTC).
        """
    )

    static let wait = VerbOption(
        "--wait",
        value: "none|accepted|confirmed",
        .words(Awaited.allCases.map(\.rawValue)),
        "What to wait for: none (return at once with the order's number), accepted (the default), confirmed."
    )

    static let key = VerbOption(
        "--key",
        value: "KEY",
        "An idempotency key: an order with the same key is not carried out again."
    )

    static let since = VerbOption("--since", value: "TIME", "The start: \(times).")
    static let until = VerbOption("--until", value: "TIME", "The end; now by default.")
    /// The next page of a reply.
    static let after = VerbOption("--after", value: "NEXT", "The next page: \"next\" of the reply.").for(.programs)

    /// Of a run of a scene.
    static let runTag = VerbOption("--tag", value: "TAG", "A name for the run, with which it can be stopped.")
        .for(.programs)

    /// The address of a user or sender, as the front end sees it.
    static func from(_ help: String) -> VerbOption { VerbOption("--from", value: "ADDRESS", help) }

    static func last(_ what: String, most: Int, usual: Int, orSince: Bool = true) -> VerbOption {
        let rest = orSince ? ", or all with --since" : ""
        return VerbOption(
            "--last",
            value: "N",
            "How many \(what), the newest first: 1–\(most); \(usual) by default\(rest)."
        )
    }

    static func onlySince(_ what: String) -> VerbOption {
        VerbOption("--since", value: "TIME", "Only \(what) since this time: \(times).")
    }

    /// The places to which something is limited.
    static let place = VerbOption(
        "--place",
        value: "PATH",
        .places,
        "Limit it to a house, sector or element. May be repeated."
    ).repeated
}

extension FormPart {
    /// The options of every order.
    static let orderOptions = FormPart.options(.deadline, .sentUntil, .wait, .key, .explain)

    static let anyPath = FormPart.optional("PATH", .places, "A house, sector or element; all houses by default.")
}
