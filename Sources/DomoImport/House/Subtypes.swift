/// Guesses subtypes for types with only a main number.
enum Subtypes {
    /// The subtype that a name suggests, else the default of the main type.
    static func likely(main: Int, name: String) -> Int {
        let tokens = NameReading.foldedTokens(name)
        func names(_ starts: String...) -> Bool { tokens.contains { token in starts.contains { token.hasPrefix($0) } } }
        switch main {
        case 9:
            if names("lux", "helligk", "lumin", "illumin", "bright", "eclair") { return 4 }
            if names("wind", "viento", "vent") { return 5 }
            if names("feucht", "humed", "humid", "umid") { return 7 }
            if names("co2", "ppm", "luftqual", "voc") { return 8 }
            if names("regen", "rain", "lluvia", "pluie") { return 26 }
            if names("leistung", "potencia", "power", "puissance") { return 24 }
            return 1
        case 14:
            if names("temp") { return 68 }
            if names("spannung", "volt", "tension") { return 27 }
            if names("strom", "current", "corriente", "courant", "intensid") { return 19 }
            return 56
        case 13: return names("energ", "wh", "kwh", "zahler", "contador", "counter", "verbrauch", "consum") ? 10 : 1
        case 5: return 10
        case 16: return 1
        case 20: return 102
        default: return 1
        }
    }
}
