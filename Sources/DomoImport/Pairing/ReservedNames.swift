/// Names of addresses that are reserved for later.
enum ReservedNames {
    static func isReserved(_ name: String) -> Bool {
        let tokens = NameReading.foldedTokens(name)
        if tokens.contains(where: words.contains) { return true }
        // `frei 3`: an ordinary word in a longer name.
        return tokens.contains(where: alone.contains)
            && tokens.allSatisfy { alone.contains($0) || $0.allSatisfy(\.isNumber) }
    }

    private static let words: Set<String> = [
        "reserve", "reserven", "reserved", "reserviert", "reserva", "reservas", "reservado", "reservada", "riserva",
        "reserviertes", "platzhalter", "placeholder",
    ]

    private static let alone: Set<String> = [
        "frei", "leer", "unbenutzt", "free", "spare", "unused", "empty", "libre", "vacio", "libero", "vuoto", "vide",
        "vrij", "leeg", "lliure", "livre",
    ]
}
