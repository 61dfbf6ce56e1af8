/// Names of gates, garage doors and door openers. A pulse moves them, so that a repeated order stops or reverses them.
public enum GateNames {
    /// - `tokens`: the folded words of the names of the element and of what it belongs to.
    /// - `isCover`: whether it moves up and down.
    public static func isGate(_ tokens: [String], isCover: Bool) -> Bool {
        guard !tokens.contains(where: { token in lamps.contains { token.hasSuffix($0) } }) else { return false }
        let words = Set(tokens)
        if tokens.contains(where: { token in gates.contains { token.hasPrefix($0) } }) || !words.isDisjoint(with: exact)
        {
            return true
        }
        let isGarage = tokens.contains { $0.hasPrefix("garage") || $0.hasPrefix("garaje") || $0.hasPrefix("garatge") }
        // A garage is also a room; a cover in it is its door.
        if isGarage, isCover || !words.isDisjoint(with: doors) { return true }
        return !words.isDisjoint(with: doors) && !words.isDisjoint(with: openers)
    }

    /// The ends of words that name a lamp there.
    static let lamps = [
        "luz", "luces", "licht", "light", "lights", "lamp", "lampe", "lampara", "luce", "luci", "lumiere",
    ]

    /// The beginnings of words that name one.
    private static let gates = [
        "garagentor", "garagetor", "hoftor", "einfahrtstor", "schiebetor", "sektionaltor", "rolltor", "gartentor",
        "porton", "cancell", "cancela", "portail", "garagedeur", "garagepoort", "poort", "turoffner", "tueroffner",
        "tueroeffner", "portero", "videoportero", "abrepuerta", "apriporta", "deuropener", "gache", "basculante",
    ]

    private static let exact: Set<String> = ["tor", "tore", "gate", "gates"]

    private static let doors: Set<String> = [
        "door", "doors", "puerta", "puertas", "porta", "portes", "porte", "deur", "tur", "tuer", "tueren", "turen",
    ]

    private static let openers: Set<String> = [
        "opener", "release", "offner", "oeffner", "abridor", "ouvre", "gache", "impuls", "impulso", "impulsion",
        "pulse", "summer", "buzzer",
    ]
}
