import Testing

// The names that group ranges for functions usually have.
extension FunctionRangeTests {
    /// The names of ranges in one language.
    struct Scheme: CustomTestStringConvertible {
        var language: String
        /// The kinds of elements: covers, lights, heating.
        var kinds: [String]
        /// Move, step, position, slats, and the states of the last two.
        var cover: [String]
        /// Switch, dim, level, and the states of the first and the last.
        var light: [String]
        /// The temperature, its set-point, the status of the set-point, the control value.
        var heating: [String]
        var rooms: [String]

        var testDescription: String { "\(language), \(cover[0]), \(heating[1])" }
    }

    static let german = Scheme(
        language: "German",
        kinds: ["Jalousien", "Beleuchtung", "Heizung"],
        cover: ["Auf/Ab", "Lamelle/Stop", "Position", "Lamellenposition", "Status Position", "Status Lamelle"],
        light: ["Schalten", "Dimmen", "Wert", "Status", "Status Wert"],
        heating: ["Ist-Temperatur", "Soll", "Status Soll", "Stellgröße"],
        rooms: ["Wohnzimmer", "Küche", "Büro"]
    )

    static let schemes = [
        german,
        Scheme(
            language: "German",
            kinds: ["Rollladen/Raffstore", "Licht", "Klima"],
            cover: [
                "Langzeit", "Kurzzeit", "Höhe", "Lamellenwinkel", "Rückmeldung Höhe", "Rückmeldung Lamellenwinkel",
            ],
            light: ["Ein/Aus", "Heller/Dunkler", "Dimmwert", "RM", "RM Dimmwert"],
            heating: ["Istwert", "Sollwert", "Sollwert Rückmeldung", "Stellwert"],
            rooms: ["EG Flur", "OG Bad", "Gäste-WC"]
        ),
        Scheme(
            language: "German",
            kinds: ["Beschattung", "Leuchten", "Heizen"],
            cover: [
                "Fahren", "Lamellen verstellen/Stopp", "Position anfahren", "Position Lamelle", "Position Status",
                "Lamelle Position Status",
            ],
            light: ["An/Aus", "Dimmen relativ", "Helligkeit", "Schalten Rückmeldung", "Helligkeit Rückmeldung"],
            heating: ["Raumtemperatur", "Solltemperatur", "Aktueller Sollwert", "Stellgröße Heizen"],
            rooms: ["1", "2", "3"]
        ),
        Scheme(
            language: "English",
            kinds: ["Blinds", "Lighting", "Heating"],
            cover: ["Up/Down", "Slat/Stop", "Position", "Slat position", "Position status", "Slat status"],
            light: ["Switching", "Dimming", "Value", "Status", "Value status"],
            heating: ["Actual temperature", "Setpoint", "Setpoint status", "Control value"],
            rooms: ["Kitchen", "Living room", "Study"]
        ),
        Scheme(
            language: "English",
            kinds: ["Shutters", "Lights", "HVAC"],
            cover: ["Move", "Step/Stop", "Height", "Slat angle", "Height feedback", "Slat angle feedback"],
            light: ["On/Off", "Relative dimming", "Brightness", "On/Off feedback", "Brightness feedback"],
            heating: ["Room temperature", "Set point", "Set point feedback", "Command value"],
            rooms: ["Bedroom", "Bathroom", "Hall"]
        ),
        Scheme(
            language: "Spanish",
            kinds: ["Persianas", "Iluminación", "Calefacción"],
            cover: ["Subir/Bajar", "Lamas/Parar", "Posición", "Posición lamas", "Estado posición", "Estado lamas"],
            light: ["Encendido", "Regulación", "Valor", "Estado", "Estado valor"],
            heating: ["Temperatura", "Consigna", "Estado consigna", "Valor de control"],
            rooms: ["Cocina", "Salón", "Baño"]
        ),
        Scheme(
            language: "Spanish",
            kinds: ["Venecianas", "Luces", "Clima"],
            cover: [
                "Subida/Bajada", "Paso/Stop", "Altura", "Inclinación lamas", "Retorno altura",
                "Retorno inclinación lamas",
            ],
            light: ["On/Off", "Regulación relativa", "Intensidad", "Retorno on/off", "Retorno intensidad"],
            heating: ["Temperatura ambiente", "Temperatura de consigna", "Retorno de consigna", "Variable de control"],
            rooms: ["Dormitorio", "Pasillo", "Despacho"]
        ),
        Scheme(
            language: "French",
            kinds: ["Volets", "Éclairage", "Chauffage"],
            cover: [
                "Montée/Descente", "Lamelle/Stop", "Position", "Position lamelles", "État position", "État lamelles",
            ],
            light: ["Commutation", "Variation", "Valeur", "État", "État valeur"],
            heating: ["Température", "Consigne", "État consigne", "Grandeur de réglage"],
            rooms: ["Cuisine", "Salon", "Bureau"]
        ),
        Scheme(
            language: "French",
            kinds: ["Stores", "Lumières", "Climatisation"],
            cover: ["Monter/Descendre", "Pas/Stop", "Hauteur", "Inclinaison", "Retour hauteur", "Retour inclinaison"],
            light: ["Marche/Arrêt", "Variation relative", "Luminosité", "Retour marche/arrêt", "Retour luminosité"],
            heating: ["Température ambiante", "Température de consigne", "Retour de consigne", "Valeur de réglage"],
            rooms: ["Chambre", "Entrée", "Garage"]
        ),
        Scheme(
            language: "Italian",
            kinds: ["Tapparelle", "Luci", "Riscaldamento"],
            cover: ["Su/Giù", "Lamelle/Stop", "Posizione", "Posizione lamelle", "Stato posizione", "Stato lamelle"],
            light: ["Comando", "Dimmerazione", "Valore", "Stato", "Stato valore"],
            heating: ["Temperatura", "Setpoint", "Stato setpoint", "Valore di controllo"],
            rooms: ["Cucina", "Soggiorno", "Bagno"]
        ),
        Scheme(
            language: "Italian",
            kinds: ["Veneziane", "Illuminazione", "Clima"],
            cover: [
                "Salita/Discesa", "Passo/Stop", "Altezza", "Inclinazione", "Ritorno altezza", "Ritorno inclinazione",
            ],
            light: ["Accensione", "Regolazione", "Luminosità", "Ritorno accensione", "Ritorno luminosità"],
            heating: [
                "Temperatura ambiente", "Temperatura impostata", "Ritorno temperatura impostata", "Comando valvola",
            ],
            rooms: ["Camera", "Ingresso", "Studio"]
        ),
        Scheme(
            language: "Dutch",
            kinds: ["Jaloezieën", "Verlichting", "Verwarming"],
            cover: ["Op/Neer", "Lamel/Stop", "Positie", "Positie lamellen", "Status positie", "Status lamellen"],
            light: ["Schakelen", "Dimmen", "Waarde", "Status", "Status waarde"],
            heating: ["Temperatuur", "Setpoint", "Status setpoint", "Stuurwaarde"],
            rooms: ["Keuken", "Woonkamer", "Badkamer"]
        ),
        Scheme(
            language: "Dutch",
            kinds: ["Zonwering", "Lampen", "Klimaat"],
            cover: [
                "Omhoog/Omlaag", "Stap/Stop", "Hoogte", "Lamelhoek", "Terugmelding hoogte", "Terugmelding lamelhoek",
            ],
            light: ["Aan/Uit", "Dimmen", "Helderheid", "Terugmelding", "Terugmelding helderheid"],
            heating: [
                "Gemeten temperatuur", "Gewenste temperatuur", "Terugmelding gewenste temperatuur", "Regelwaarde",
            ],
            rooms: ["Slaapkamer", "Hal", "Kantoor"]
        ),
    ]
}
