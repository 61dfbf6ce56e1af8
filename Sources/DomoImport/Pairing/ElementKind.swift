/// What a group range contains, from its name: `Jalousien`, `Licht`, `Heizung`.
enum ElementKind: Hashable {
    case cover, light, climate

    /// The kind that a folded word shows.
    init?(word: String) {
        if let kind = Self.words[word] {
            self = kind
        } else if let kind = Self.starts.first(where: { word.hasPrefix($0.start) })?.kind {
            self = kind
        } else {
            return nil
        }
    }

    // Folded words of German, English, Spanish, Catalan, French, Italian, Dutch and Portuguese.

    private static let words = table([
        .cover: """
        store stores storen blind blinds shade shades shading cover covers curtain curtains estor estores toldo toldos \
        tende tenda screens behang behange luifel
        """,
        .light: """
        licht lichter light lights lighting luz luces luci luce llum llums lampe lampen lampada lampade lumiere lumieres
        """,
        .climate: "klima klimaat clima climate heating cooling hvac rtr",
    ])

    private static let starts = table([
        .cover: """
        jalous rolllad rollad raffst beschatt verschatt markise sonnensch shutter awning persian venecian volet \
        tapparel venezian oscurant zonwer rolluik jaloez gordij
        """,
        .light: "beleucht leuchte ilumina illumina alumbr eclair verlicht",
        .climate: "heiz climat calefac chauff riscald verwarm raffred",
    ]).map { (start: $0.key, kind: $0.value) }

    private static func table(_ lists: [ElementKind: String]) -> [String: ElementKind] {
        var table: [String: ElementKind] = [:]
        for (kind, list) in lists {
            for word in list.split(whereSeparator: \.isWhitespace) { table[String(word)] = kind }
        }
        return table
    }
}
