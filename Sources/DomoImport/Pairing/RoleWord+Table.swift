// Folded words of Spanish, Catalan, English, German, French, Italian, Dutch and Portuguese.
extension RoleWord {
    static let words: [String: RoleWord] = table([
        .state: """
        estado estados retorno realimentacion confirmacion estat retorn status stat state feedback fb rm ruckmeldung \
        rueckmeldung ruckmelde ruckmeldeobjekt ruckm rueckm etat retour stato stati ritorno terugmelding realimentacao \
        actual aktuell aktueller aktuelle aktueles aktuelles actuel actuelle attuale actuele huidige
        """,
        .actual: "ist istwert isttemperatur istposition",
        .command: """
        schalten schaltung schaltbefehl schalt einaus conmutar conmutacion accionamiento encendido encender mando orden \
        commande command comando befehl schakelen switch switching onoff commutation commuter accensione accendere \
        commutazione
        """,
        .relative: """
        dimmen dimming dim dimm regulacion regular regulacio variation variacion gradation relativ relativo relativa \
        relative relatief rel heller dunkler dimmerazione regolazione variazione
        """,
        .level: """
        wert valor value valeur waarde valore helligkeitswert dimmwert brightness prozent percent porcentaje nivel \
        nivell level intensidad absolut absolute absoluto absoluta absoluut helligkeit luminosidad brillo luminosite \
        luminosita intensita helderheid
        """,
        .move: """
        fahren fahrbefehl verfahren move movimiento mover moviment movimento mouvement bewegen langzeit \
        langzeitbetrieb aufab updown subirbajar
        """,
        .stop: "stop stopp parar paro parada arret stoppen",
        .step: "step schritt kurz kurzzeit kurzzeitbetrieb passo stap",
        .position: """
        position pos posicion posicio posizione posicao positie hohe hoehe height altura hauteur altezza hoogte stellung
        """,
        .slat: """
        lamelle lamellen lamas lama lamelles slat slats tilt winkel angle inclinacion orientacion lamellenposition \
        lamellenwinkel lamellenstellung lamellenverstellung lamellenpos lamel lamelhoek lamellenhoek lamelpositie \
        lamelstand kantelen kantelhoek inclinaison inclinazione orientation orientamento
        """,
        .setPoint: """
        sollwert soll consigna consigne consignes setpoint setpoints sp target desired objetivo solltemperatur \
        zieltemperatur basissollwert sollwertvorgabe impostata impostato streefwaarde gewenste ingestelde insteltemperatuur
        """,
        .control: """
        stellgrosse stellgroesse stellgrossen stellwert stellwerte reglerwert stuurwaarde stuursignaal regelwaarde \
        stelgrootheid
        """,
        .moving: "moving fahrt fahrtstatus bewegungsstatus",
        .direction: "richtung direction direccion sentido fahrtrichtung direzione richting",
        .lock: """
        sperre sperren sperrobjekt gesperrt bloqueo bloquear bloqueado lock locked locking block blocking verriegelung \
        inhibit inhibited verrouillage blocage blocco blokkering
        """,
        .hue: "farbton tonalite tonalidad kleurtoon matiz",
        .saturation: """
        sattigung saettigung farbsattigung farbsaettigung saturation saturacion saturacio saturazione verzadiging \
        saturacao
        """,
        .white: "farbtemperatur farbtemp lichtfarbe kleurtemperatuur colortemperature colourtemperature cct",
        .weatherAlarm: """
        windalarm regenalarm sturmalarm frostalarm windwarnung regenwarnung sturmwarnung stormalarm vorstalarm \
        wetteralarm
        """,
        .side: """
        zwang zwangsfuhrung zwangsstellung force forced forzado forcing treppenlicht staircase escalera alarm alarma \
        alarme error fehler storung fault averia freigabe enable disable freigeben szene scene escena temporizador \
        timer zeit flash blinken parpadeo laststatus strom current warnung warning aviso komfort comfort confort nacht \
        night noche frost
        """,
    ])

    /// Pairs of words that together are a role, like `auf/ab`, but ordinary words alone.
    static let pairs: [(first: String, second: String, word: RoleWord)] = [
        ("ein", "aus", .command), ("an", "aus", .command), ("on", "off", .command), ("aan", "uit", .command),
        ("marche", "arret", .command), ("allumer", "eteindre", .command), ("acceso", "spento", .command),
        ("encender", "apagar", .command), ("enc", "apg", .command), ("start", "stop", .command),
        ("auf", "ab", .move), ("auf", "zu", .move), ("hoch", "runter", .move), ("hoch", "tief", .move),
        ("heben", "senken", .move), ("offnen", "schliessen", .move), ("up", "down", .move), ("raise", "lower", .move),
        ("open", "close", .move), ("subir", "bajar", .move), ("sube", "baja", .move), ("subida", "bajada", .move),
        ("abrir", "cerrar", .move), ("arriba", "abajo", .move), ("pujar", "baixar", .move), ("obrir", "tancar", .move),
        ("montee", "descente", .move), ("monter", "descendre", .move), ("ouvrir", "fermer", .move),
        ("haut", "bas", .move), ("su", "giu", .move), ("salita", "discesa", .move), ("alza", "abbassa", .move),
        ("aprire", "chiudere", .move), ("apri", "chiudi", .move), ("op", "neer", .move), ("op", "af", .move),
        ("omhoog", "omlaag", .move), ("openen", "sluiten", .move), ("paso", "stop", .step), ("paso", "paro", .step),
        ("paso", "parar", .step), ("pas", "stop", .step), ("corto", "stop", .step),
    ]

    /// Words that are a role only in the name of an address of this type: `Luz paso` is a light in a passage.
    static let typed: [TypeNumber: [String: RoleWord]] = [
        TypeNumber(1, 7): ["paso": .step, "pas": .step, "corto": .step, "corta": .step, "pulso": .step],
        TypeNumber(1, 8): [
            "lang": .move, "largo": .move, "larga": .move, "long": .move, "corto": .step, "corta": .step,
            "short": .step,
        ],
    ]

    /// Words that are a role only in this order, with nothing else between them than the words in `joins`.
    static let phrases: [(words: [String], word: RoleWord)] = [
        (["set", "point"], .setPoint), (["soll", "wert"], .setPoint), (["target", "temperature"], .setPoint),
        (["control", "value"], .control), (["control", "variable"], .control), (["command", "value"], .control),
        (["actuating", "value"], .control), (["valor", "control"], .control), (["variable", "control"], .control),
        (["color", "temperature"], .white), (["colour", "temperature"], .white), (["color", "temp"], .white),
        (["colour", "temp"], .white), (["temperatura", "color"], .white), (["temperature", "couleur"], .white),
        (["temperatura", "colore"], .white), (["temperatura", "cor"], .white), (["tunable", "white"], .white),
        (["grandeur", "reglage"], .control), (["valeur", "reglage"], .control), (["grandeur", "commande"], .control),
        (["valore", "controllo"], .control), (["variabile", "controllo"], .control),
        (["comando", "valvola"], .control),
        (["grandezza", "regolazione"], .control), (["en", "movimiento"], .moving), (["in", "movimento"], .moving),
        (["en", "mouvement"], .moving), (["in", "beweging"], .moving), (["in", "bewegung"], .moving),
    ]

    /// Words without a meaning of their own.
    static let joins: Set<String> = [
        "de", "del", "di", "du", "des", "d", "la", "le", "les", "el", "los", "las", "il", "der", "die", "das", "the",
        "of", "von", "van", "y", "i", "und", "and", "et", "e", "en", "u",
    ]

    /// An alarm and a kind of weather, anywhere in a name: `alarma de viento`.
    static let alarms: Set<String> = [
        "alarm", "alarma", "alarme", "allarme", "warnung", "warning", "aviso", "sicherheit", "security", "safety",
        "seguridad", "securite", "sicurezza", "veiligheid",
    ]

    static let weather: Set<String> = [
        "wind", "viento", "vent", "vento", "rain", "regen", "lluvia", "pluja", "pluie", "pioggia", "storm", "sturm",
        "tormenta", "tempete", "frost", "helada", "gel", "gelo", "vorst",
    ]

    private static func table(_ lists: [RoleWord: String]) -> [String: RoleWord] {
        var table: [String: RoleWord] = [:]
        for (role, list) in lists {
            for word in list.split(whereSeparator: \.isWhitespace) { table[String(word)] = role }
        }
        return table
    }
}
