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
