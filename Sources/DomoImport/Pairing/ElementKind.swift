/// What a group range contains, from its name: `Jalousien`, `Licht`, `Heizung`.
enum ElementKind: Hashable {
    case cover, light, climate

    /// The kind that a folded word shows.
    init?(word: String) {
        guard let kind = Self.starts.first(where: { $0.starts.contains { word.hasPrefix($0) } })?.kind else {
            return nil
        }
        self = kind
    }

    /// The beginnings of folded words in German, English, Spanish, Catalan, French, Italian, Dutch and Portuguese.
    private static let starts: [(kind: ElementKind, starts: [String])] = [
        (
            .cover,
            [
                "jalous", "rollla", "rolla", "rolllad", "raffst", "storen", "stores", "store", "beschatt", "verschatt",
                "markise", "sonnensch", "behang", "behange", "blind", "shutter", "shade", "shading", "awning", "cover",
                "curtain", "persian", "toldo", "estor", "venecian", "tendal", "volet", "tapparel", "venezian", "tende",
                "oscurant", "zonwer", "rolluik", "jaloez", "screens", "luifel", "gordij",
            ]
        ),
        (
            .light,
            [
                "licht", "beleucht", "leuchte", "lampe", "lampen", "light", "luz", "luces", "ilumina", "illumina",
                "alumbr", "llum", "il·lumin", "eclair", "lumiere", "luci", "luce", "verlicht", "lampad",
            ]
        ),
        (
            .climate,
            [
                "heiz", "klima", "heating", "climat", "hvac", "calefac", "clima", "chauff", "riscald", "verwarm",
                "koel", "kuhl", "cooling", "raffred", "rtr",
            ]
        ),
    ]
}
