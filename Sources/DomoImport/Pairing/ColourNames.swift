import DomoKNX

/// The names of addresses of colours without the words for colours: `LED RGB Farbe` is the colour of `LED RGB`, or of
/// `LED`.
///
/// Such words are ordinary ones in names of other addresses (`Luz color`, `Spot weiß`), so they count only if the type
/// is that of a colour.
struct ColourNames {
    /// The names of what may be a lamp.
    private let lamps: Set<String>

    /// - Parameter lamps: the base names of the addresses that switch or dim something.
    init(lamps: Set<String>) {
        self.lamps = lamps
    }

    /// Removes as few words as necessary for the name of a lamp, or else all of them.
    func reading(_ reading: NameReading, part: ColourPart) -> NameReading {
        let tokens = NameReading.tokens(reading.display)
        // The range may have changed the name.
        guard tokens.map(\.folded).joined(separator: " ") == reading.base else { return reading }
        var own = Self.words
        if part == .white { own.formUnion(Self.temperatures) }
        let lists = [[], own, Self.systems, own.union(Self.systems)]
        let kept = lists.map { Self.kept(tokens, without: $0) }
        let found = kept.first { lamps.contains(Self.base(tokens, $0)) } ?? kept[3]
        var result = reading
        result.base = Self.base(tokens, found)
        result.display = NameReading.display(reading.display, tokens: tokens, kept: Set(found))
        return result
    }

    private static func base(_ tokens: [NameReading.Token], _ kept: [Int]) -> String {
        kept.map { tokens[$0].folded }.joined(separator: " ")
    }

    /// The indices of the other words, without those at the ends that only join them to the removed ones.
    private static func kept(_ tokens: [NameReading.Token], without words: Set<String>) -> [Int] {
        var kept = tokens.indices.filter { !words.contains(tokens[$0].folded) }
        guard kept.count < tokens.count else { return kept }
        while let last = kept.last, RoleWord.joins.contains(tokens[last].folded) { kept.removeLast() }
        while let first = kept.first, RoleWord.joins.contains(tokens[first].folded) { kept.removeFirst() }
        return kept
    }

    // Folded words of German, English, Spanish, Catalan, French, Italian, Dutch and Portuguese.

    private static let words = list(
        """
        farbe farben farbwert farbsteuerung farbeinstellung farblicht farbton farbsattigung sattigung saettigung \
        farbsaettigung color colores colour colors colours couleur couleurs colore colori kleur kleuren cor cores \
        saturacion saturacio saturation saturazione verzadiging saturacao hue tono to teinte tinta tint matiz tonalite \
        tonalidad kleurtoon farbtemperatur farbtemp lichtfarbe kleurtemperatuur colortemperature colourtemperature
        """
    )

    private static let temperatures = list(
        "temperatur temperature temperatura temperatuur temp kelvin weisston weisswert cct ct"
    )

    private static let systems = list(
        """
        rgb rgbw rgbww rgbcct hsv hsb hsl xy xyy cie tunable tw white weiss weisslicht blanco blanca blanc blanche bianco \
        bianca wit branco
        """
    )

    private static func list(_ text: String) -> Set<String> {
        Set(text.split(whereSeparator: \.isWhitespace).map(String.init))
    }
}

extension ColourNames {
    /// The readings of a project's addresses, with the names of lamps for their colours.
    static func readings(of project: Project, _ readings: [GroupAddress: NameReading]) -> [GroupAddress: NameReading] {
        var parts: [GroupAddress: ColourPart] = [:]
        var lamps: Set<String> = []
        for group in project.groups {
            guard let reading = readings[group.address], let type = group.type else { continue }
            if let part = ColourPart(type, words: reading.words) {
                parts[group.address] = part
            } else if [1, 3, 5].contains(type.main), !reading.base.isEmpty,
                reading.words.isDisjoint(with: RoleWord.ofColours)
            {
                lamps.insert(reading.base)
            }
        }
        let names = ColourNames(lamps: lamps)
        var result = readings
        for (address, part) in parts { result[address] = readings[address].map { names.reading($0, part: part) } }
        return result
    }
}
