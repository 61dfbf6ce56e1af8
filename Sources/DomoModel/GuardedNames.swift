/// Names of what a mistake is dangerous at: an order for it may let somebody in, or hide an alarm.
public enum GuardedNames {
    /// - `path`: the full path of the element, or of the device that it is a part of. Names of sectors count too, but not
    ///   that of the house.
    /// - `isCover`: whether it moves up and down.
    public static func isGuarded(path: String, isCover: Bool) -> Bool {
        let words = words(of: path.split(separator: "/").dropFirst().joined(separator: "/"))
        return GateNames.isGate(words, isCover: isCover) || words.contains(where: isAlarm)
    }

    /// The beginnings of words that name an alarm or a siren.
    private static let alarms = [
        "alarm", "intrus", "einbruch", "security", "segurida", "securit", "sicherheit", "siren", "sirena", "sirene",
    ]

    private static func isAlarm(_ word: String) -> Bool {
        alarms.contains { word.hasPrefix($0) } || word.hasSuffix("security") || word.hasSuffix("sirene")
    }

    static func words(of text: String) -> [String] {
        FoldedName.fold(text).split { !$0.isLetter && !$0.isNumber }.map(String.init)
    }
}

/// Names of appliances that stay on when a place is switched off: what they keep cold, alive or reachable is lost
/// otherwise.
public enum ApplianceNames {
    /// - `name`: the element's own name.
    public static func staysOn(_ name: String) -> Bool {
        let words = GuardedNames.words(of: name)
        guard !words.contains(where: { word in lamps.contains { word.hasSuffix($0) } }) else { return false }
        return words.contains { word in
            beginnings.contains { word.hasPrefix($0) } || ends.contains { word.hasSuffix($0) } || exact.contains(word)
        }
    }

    /// The ends of words that name a lamp at one.
    private static let lamps = GateNames.lamps

    private static let beginnings = [
        "nevera", "frigo", "congela", "arcon", "fridge", "freezer", "refriger", "kuhlschrank",
        "kuehlschrank", "kuhltruhe", "kuehltruhe", "kuhl", "kuehl", "gefrier", "tiefkuhl", "tiefkuehl", "koelkast",
        "vriez", "diepvries", "server", "servidor", "serveur", "router", "routeur", "enrutador", "encaminador", "modem",
        "acuario", "aquari", "terrari", "bomba", "bombes", "pump", "pompa", "pompe", "depuradora",
    ]

    private static let ends = ["pumpe", "pumpen", "pomp", "pump", "kuhlschrank", "kuehlschrank", "server", "router"]

    private static let exact: Set<String> = ["nas", "nvr", "sai", "usv", "ups", "rack", "pomp", "pompen"]
}
