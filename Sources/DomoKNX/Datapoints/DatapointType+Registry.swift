extension DatapointType {
    /// The main types, ascending.
    static let mainTypes: [any MainType] = [
        DPT1(),
        DPT2(),
        DPT3(),
        DPT4(),
        DPT5(),
        DPT6(),
        DPT6StatusMode(),
        DPT7(),
        DPT8(),
        DPT9(),
        DPT10(),
        DPT11(),
        DPT12(),
        DPT13(),
        DPT14(),
        RecordType.dpt15,
        DPT16(),
        DPT17(),
        DPT18(),
        DPT19(),
        DPT20(),
        DPT20Status(),
        RecordType.dpt21,
        RecordType.dpt22,
        DPT23(),
        DPT24(),
        RecordType.dpt25,
        RecordType.dpt26,
        RecordType.dpt27,
        DPT28(),
        DPT29(),
        RecordType.dpt30,
        RecordType.dpt206,
        RecordType.dpt207,
        RecordType.dpt217,
        RecordType.dpt219,
        RecordType.dpt222,
        RecordType.dpt225,
        DPT229(),
        RecordType.dpt230,
        ColourType.dpt232,
        DPT234(),
        RecordType.dpt235,
        RecordType.dpt236,
        RecordType.dpt237,
        RecordType.dpt238,
        RecordType.dpt239,
        RecordType.dpt240,
        RecordType.dpt241,
        RecordType.dpt242,
        RecordType.dpt243,
        RecordType.dpt244,
        RecordType.dpt245,
        RecordType.dpt246,
        RecordType.dpt249,
        RecordType.dpt250,
        ColourType.dpt251,
        RecordType.dpt252,
        RecordType.dpt253,
        RecordType.dpt254,
        RecordType.dpt255,
        RecordType.dpt275,
        DPT285(),
    ]

    /// All types, ascending.
    public static let all: [DatapointType] = mainTypes.flatMap { main in main.subtypes.map { DatapointType(main, $0) } }

    private static let places: [UInt32: Int] = Dictionary(
        all.enumerated().map { (key($0.element.main, $0.element.sub), $0.offset) },
        uniquingKeysWith: { first, _ in first }
    )

    private static func key(_ main: UInt16, _ sub: UInt16) -> UInt32 { UInt32(main) << 16 | UInt32(sub) }

    /// The type with these numbers; nil if unknown.
    public init?(main: UInt16, sub: UInt16) {
        guard let place = Self.places[Self.key(main, sub)] else { return nil }
        self = Self.all[place]
    }

    /// The default type of a main type: 9.001 for 9. Nil if the main type is unknown.
    public init?(main: UInt16) {
        guard let mainType = Self.mainTypes.first(where: { $0.number == main }), let sub = mainType.usualSubtype else {
            return nil
        }
        self.init(main: main, sub: sub)
    }

    /// The types that data of an unknown type may have: the default subtype of each main type with this width that can
    /// decode the data, the most common first.
    public static func guess(for payload: Payload) -> [DatapointType] {
        let mains = mainTypes.map(\.number)
        let order = frequentMains.filter(mains.contains) + mains.filter { !frequentMains.contains($0) }
        var guesses: [DatapointType] = []
        for main in order {
            guard let type = DatapointType(main: main), !guesses.contains(type), type.fits(payload) else { continue }
            do {
                _ = try type.decode(payload)
                guesses.append(type)
            } catch {
                // Not this type.
            }
        }
        return guesses
    }

    /// The most common main types for each width: a switch before a 1-bit forced switch, a level before a counter, a
    /// measurement before a pulse count.
    private static let frequentMains: [UInt16] = [1, 3, 2, 5, 20, 18, 17, 6, 9, 7, 8, 13, 14, 12]
}
