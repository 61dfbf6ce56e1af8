import CLibXML2
import DomoKNX

/// Which objects are sensors, and which are ordered.
enum LinknxSensors {
    /// Words for contacts, detectors and status objects, folded.
    private static let words: Set<String> = Set(
        """
        contact contacts contacto contactos contacte contatto kontakt window windows ventana ventanas finestra fenster \
        fenetre raam janela sensor sensors sensores sensore capteur capteurs fuhler fuehler sonda sonde detector \
        detectors detectores detecteur detecteurs rilevatore melder presence presencia presenza prasenz praesenz \
        aanwezigheid motion smoke humo rauch fumee leak flood inundacion fuga rain lluvia pluja pluie regen status \
        feedback estado etat
        """.split(whereSeparator: \.isWhitespace).map(String.init)
    )

    /// Ends of compound words.
    private static let endings = ["melder", "kontakt", "sensor", "contact", "detector", "fuhler", "fuehler"]

    /// Whether the name or the id of an object with one bit says that it is a sensor.
    static func isSensor(_ object: LinknxObject) -> Bool {
        guard object.type.main == 1, object.type.sub != 7, object.type.sub != 8 else { return false }
        let roles = NameReading(object.name).words.union(NameReading(object.id).words)
        // A window that opens, a lamp that a sensor switches.
        guard roles.isDisjoint(with: [.move, .stop, .step, .command, .lock]) else { return false }
        return (NameReading.foldedTokens(object.name) + NameReading.foldedTokens(object.id)).contains { token in
            words.contains(token) || endings.contains { token.hasSuffix($0) }
        }
    }

    /// The objects that rules write.
    static func written(by rules: [xmlNodePtr]) -> Set<String> {
        var written: Set<String> = []
        for rule in rules { collect(rule, &written) }
        return written
    }

    private static func collect(_ node: xmlNodePtr, _ written: inout Set<String>) {
        if node.name == "action" {
            let name =
                switch node.attribute("type") ?? "" {
                case "set-value", "set-string", "toggle-value", "dim-up", "cycle-on-off", "formula": "id"
                case "copy-value": "to"
                default: ""
                }
            if !name.isEmpty, let id = node.attribute(name) { written.insert(id) }
        }
        for child in node.elements { collect(child, &written) }
    }
}
