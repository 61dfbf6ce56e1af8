/// Words in names that show what an address is for its device. Folded words of Spanish, Catalan, English, German,
/// French, Italian and Dutch.
enum DeviceWords {
    static let temperature = set(
        """
        temperatura temperaturas temperature temperatures temperatur temperaturen temp temperatuur raumtemperatur \
        isttemperatur istwert ist messwert temperaturmesswert temperaturwert ambiente medida medido mesura measured \
        mesuree misurata gemessen gemessene gemessener
        """
    )

    static let setPoint = set(
        """
        komfort komfortsollwert comfort confort basis basic base basissollwert nacht night noche nit nuit notte \
        standby eco economy economico aktueller aktuelle aktuell current raumsollwert temperatursollwert \
        solltemperaturwert vorgabe wert valor
        """
    )

    /// Set-points of one mode, beside the one that is in force.
    static let special = set(
        """
        komfort comfort confort basis basic base basissollwert nacht night noche nit nuit notte standby eco economy \
        economico frost frostschutz helada hitze hitzeschutz absenkung reducida reducido reduit
        """
    )

    static let mode = set(
        """
        betriebsart betriebsarten betriebsartvorwahl betriebsartumschaltung betriebsmodus modus modo modos mode modes \
        hvac operating operation operacion funcionamiento funcionament fonctionnement funzionamento umschaltung \
        kuhlen cooling refrigeracion frio calor heat cool
        """
    )

    static let control = set(
        """
        ventil ventile ventilstellung ventilposition stellventil valve valves valvula valvulas vanne vannes valvola \
        valvole klep ventiel steuerwert steuergrosse
        """
    )

    static let fan = set(
        """
        lufter luefter lufterstufe ventilator ventilador ventiladores ventiladora ventilateur ventilatore fan fans \
        fancoil coil geblase
        """
    )

    static let humidity = set(
        """
        feuchte luftfeuchte luftfeuchtigkeit feuchtigkeit raumfeuchte humedad humitat humidity humidite umidita \
        vochtigheid luchtvochtigheid relative relativ relativa relatief
        """
    )

    static let power = set(
        """
        leistung wirkleistung leistungsmessung potencia power puissance potenza vermogen watt w kw verbrauch consumo \
        consum consommation consumption instantanea momentan
        """
    )

    static let energy = set(
        """
        energie energia energy energiezahler energiezaehler zahler zaehler zahlerstand zaehlerstand zahlerwert \
        stromzahler contador comptador compteur contatore meter counter kwh wh verbrauch consumo consum consommation \
        consumption
        """
    )

    static let heating = ["heiz", "heat", "calef", "calor", "chauff", "riscald", "verwarm"]

    static let socket = set(
        """
        steckdose steckdosen enchufe enchufes endoll endolls socket sockets outlet outlets plug prise prises presa \
        prese stopcontact stopcontacten toma tomada
        """
    )

    static let shutter = ["rolllad", "rollad", "rollo", "rolluik", "shutter", "rollershutter", "persian", "tapparell"]
    static let blind = ["raffst", "lamellenstore", "venetian", "venecian", "venezian"]
    static let awning = ["markise", "awning", "toldo", "luifel"]

    /// The beginnings of words that name a siren, and the ends: "Außensirene".
    static let sirens = ["siren"]
    static let endsOfSirens = ["sirene", "sirenen", "sirena"]
    /// The beginnings of words beside one that name a signal about it.
    static let notSirens = [
        "bloque", "bouton", "button", "central", "disable", "enable", "escena", "forz", "freigabe", "group", "grup",
        "gruppe", "habilit", "knop", "logic", "logik", "melder", "modus", "prova", "prueba", "pulsador", "pulsante",
        "quittier", "reset", "scene", "sensor", "silenci", "sperr", "szene", "taster", "test", "tiempo", "timer",
        "zeit", "zentral", "zwang",
    ]

    static let windows = ["fenster", "ventana", "finestra", "window", "fenetre", "raam"]

    /// The beginnings of words that name a set-point which no thermostat has as its own: shifts and limits.
    static let otherSetPoints = [
        "verschieb", "offset", "shift", "delta", "desplaz", "decal", "min", "max", "grenz", "limit", "warmwasser",
        "brauchwasser", "vorlauf", "flow", "agua", "acs", "boiler", "caldera", "kessel", "pool", "piscina", "sauna",
    ]

    /// The beginnings of words that name a temperature or a humidity which is not that of a room.
    static let otherTemperatures = [
        "aussen", "outside", "outdoor", "exter", "estern", "boden", "fussboden", "floor", "suelo", "terra", "pavim",
        "vorlauf", "rucklauf", "ruecklauf", "flow", "supply", "return", "impuls", "agua", "aigua", "wasser",
        "warmwasser", "water", "eau", "acqua", "acs", "boiler", "kessel", "caldera", "speicher", "puffer", "pool",
        "piscina", "taupunkt", "dew", "rocio", "min", "max", "grenz", "limit", "soll", "wunsch", "desead", "verschieb",
        "offset", "shift", "estufa", "ofen", "chimenea", "netzteil", "gerat", "wetter", "weather", "frost", "alarm",
        "garten", "jardin",
    ]

    /// The beginnings of words that name a limit rather than a measurement.
    static let limits = [
        "min", "max", "grenz", "limit", "schwell", "threshold", "umbral", "soll", "wunsch", "desead", "verschieb",
        "offset", "shift", "delta", "hysteres", "histeres", "alarm",
    ]

    /// The beginnings of words that name something else than a light, or a signal about one.
    static let notLights = [
        "pumpe", "bomba", "pump", "pompe", "motor", "ventil", "lufter", "luefter", "extract", "extern", "taster",
        "pulsador", "button", "bewegung", "movimiento", "motion", "melder", "praesenz", "prasenz", "presenc", "sensor",
        "szene", "escena", "scene", "logik", "logic", "automat", "modus", "freigabe", "sperr", "bloque", "zwang",
        "forz", "alarm", "riego", "bewass", "irrig", "radiad", "radiator", "toallero", "boiler", "contador", "zahler",
        "zaehler", "zentral", "central", "gruppe", "group", "grupo",
    ]

    /// The ends of such words.
    static let endsOfNotLights = ["pumpe", "melder", "taster", "ventil", "motor", "sensor", "heizung"]

    /// The beginnings of words that name something else, unless the name has a word for a light too.
    static let besideLights = [
        "tor", "puerta", "porta", "door", "tur", "fenster", "ventana", "finestra", "window", "tag", "nacht", "noche",
        "night",
    ]

    /// The ends of words that name a light.
    static let endsOfLights = ["leuchte", "leuchten", "licht", "lampe", "lampen"]
    static let lights: Set<String> = ["spot", "spots", "downlight", "downlights", "aplique", "apliques", "applique"]

    /// The ends of words that name a socket.
    static let endsOfSockets = ["steckdose", "steckdosen"]

    /// Whether a word names a socket or a light.
    static func isOutput(_ token: String) -> Bool {
        socket.contains(token) || lights.contains(token) || ElementKind(word: token) == .light
            || ends(endsOfSockets + endsOfLights, in: [token])
    }

    /// The words of the parts of a device and of its head. Names that differ in nothing else belong to one device.
    static func words(of device: Purpose.Device) -> Set<String> {
        switch device {
        case .thermostat: climate
        case .blind: []
        case .output: meters
        }
    }

    private static let climate = temperature.union(setPoint).union(mode).union(control).union(fan).union(humidity)
    private static let meters = power.union(energy)

    /// Whether a token begins with one of the words.
    static func starts(_ starts: [String], in tokens: some Sequence<String>) -> Bool {
        tokens.contains { token in starts.contains { token.hasPrefix($0) } }
    }

    /// Whether a token ends with one of the words.
    static func ends(_ ends: [String], in tokens: some Sequence<String>) -> Bool {
        tokens.contains { token in ends.contains { token.hasSuffix($0) } }
    }

    private static func set(_ text: String) -> Set<String> {
        Set(text.split(whereSeparator: \.isWhitespace).map(String.init))
    }
}
