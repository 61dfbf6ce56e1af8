/// A word in the name of a group or group object that shows its role.
enum RoleWord: Hashable {
    case state, command, relative, level, move, stop, step, position, slat, setPoint, moving, direction, lock
    /// A measured value, `Ist`: a state but, unlike `Status`, never that of a set-point.
    case actual
    /// What a controller sends to a valve, `Stellgröße`.
    case control
    /// An alarm of a weather station, which moves covers to safety.
    case weatherAlarm
    /// A side function of an actuator's output. It is a part of the name, not a role.
    case side

    /// Whether the word is not a part of the element's name, so that addresses of one element may differ in it.
    var isRole: Bool {
        switch self {
        case .state, .command, .relative, .level, .move, .stop, .step, .position, .moving, .direction, .actual: true
        case .slat, .setPoint, .lock, .side, .control, .weatherAlarm: false
        }
    }

<<<<<<< HEAD
    /// Whether a range that is named after it contains the addresses of this function, and not a place.
    var isFunction: Bool {
        switch self {
        case .state, .command, .relative, .level, .move, .stop, .step, .position, .slat, .setPoint, .moving,
            .direction, .lock, .actual, .control:
            true
        case .side, .weatherAlarm: false
=======
    /// Folded words of Spanish, Catalan, English, German, French, Italian, Dutch and Portuguese.
    static let words: [String: RoleWord] = table([
        .state: """
        estado estados retorno realimentacion confirmacion estat retorn status stat state feedback fb rm ruckmeldung \
        rueckmeldung ruckmelde ruckmeldeobjekt ruckm rueckm istwert ist etat retour stato terugmelding realimentacao
        """,
        .command: """
        schalten schaltung schaltbefehl schalt einaus conmutar conmutacion accionamiento encendido encender mando orden \
        commande command comando befehl schakelen switch switching onoff commutation
        """,
        .relative: """
        dimmen dimming dim dimm regulacion regular regulacio variation variacion gradation relativ relativo relative \
        rel heller dunkler
        """,
        .level: """
        wert valor value valeur waarde valore helligkeitswert dimmwert brightness prozent percent porcentaje nivel \
        nivell level intensidad absolut absolute absoluto helligkeit luminosidad brillo luminosite luminosita
        """,
        .move: """
        fahren fahrbefehl verfahren move movimiento mover moviment langzeit aufab updown subirbajar
        """,
        .stop: "stop stopp parar paro parada arret",
        .step: "step schritt kurz kurzzeit",
        .position: "position pos posicion posicio posizione posicao hohe hoehe height altura stellung",
        .slat: """
        lamelle lamellen lamas lama lamelles slat slats tilt winkel angle inclinacion orientacion lamellenposition \
        lamellenwinkel lamellenstellung
        """,
        .setPoint: """
        sollwert soll consigna consigne consignes setpoint sp target desired objetivo solltemperatur zieltemperatur \
        basissollwert
        """,
        .moving: "moving fahrtstatus bewegungsstatus",
        .direction: "richtung direction direccion sentido fahrtrichtung",
        .lock: """
        sperre sperren sperrobjekt gesperrt bloqueo bloquear bloqueado lock locked locking block blocking verriegelung \
        verrouillage blocage blocco
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
        ("marche", "arret", .command), ("encender", "apagar", .command), ("enc", "apg", .command),
        ("auf", "ab", .move), ("auf", "zu", .move), ("up", "down", .move), ("subir", "bajar", .move),
        ("sube", "baja", .move), ("subida", "bajada", .move), ("abrir", "cerrar", .move), ("pujar", "baixar", .move),
        ("open", "close", .move), ("montee", "descente", .move), ("haut", "bas", .move), ("su", "giu", .move),
        ("op", "neer", .move), ("start", "stop", .command), ("paso", "stop", .step), ("paso", "paro", .step),
        ("paso", "parar", .step), ("pas", "stop", .step), ("corto", "stop", .step),
    ]

    private static func table(_ lists: [RoleWord: String]) -> [String: RoleWord] {
        var table: [String: RoleWord] = [:]
        for (role, list) in lists {
            for word in list.split(whereSeparator: \.isWhitespace) { table[String(word)] = role }
>>>>>>> 1115933f (The linknx import keeps all action lists, offsets, nights over midnight and inclusive limits, and lists the rest with its line)
        }
    }
}
