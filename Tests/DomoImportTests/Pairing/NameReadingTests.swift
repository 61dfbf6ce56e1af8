import Testing

@testable import DomoImport

struct NameReadingTests {
    @Test(
        arguments: [
            ("Luz salón", "luz salon", "Luz salón", []), ("Luz salón estado", "luz salon", "Luz salón", [.state]),
            ("Estado - Luz salón", "luz salon", "Luz salón", [.state]),
            ("Retorno luz (salón)", "luz salon", "luz (salón)", [.state]),
            ("Llum menjador estat", "llum menjador", "Llum menjador", [.state]),
            ("Kitchen light status", "kitchen light", "Kitchen light", [.state]),
            ("Kitchen light_feedback", "kitchen light", "Kitchen light", [.state]),
            ("Küche Licht RM", "kuche licht", "Küche Licht", [.state]),
            ("Küche Licht Rückmeldung", "kuche licht", "Küche Licht", [.state]),
            ("Éclairage cuisine état", "eclairage cuisine", "Éclairage cuisine", [.state]),
            ("Küche Licht Ein/Aus", "kuche licht", "Küche Licht", [.command]),
            ("Küche Licht schalten", "kuche licht", "Küche Licht", [.command]),
            ("Licht auf Terrasse", "licht auf terrasse", "Licht auf Terrasse", []),
            ("Rollladen Auf/Ab", "rollladen", "Rollladen", [.move]),
            ("Persiana subir/bajar", "persiana", "Persiana", [.move]),
            ("Persiana paso/stop", "persiana", "Persiana", [.step]), ("Paso de luz", "paso de luz", "Paso de luz", []),
            ("Up", "", "", [.move]), ("Auf", "", "", [.move]), ("Position", "", "", [.position]),
            ("Temperatur Sollwert", "temperatur sollwert", "Temperatur Sollwert", [.setPoint]),
            ("Status", "", "", [.state]), ("", "", "", []), ("1/0/1", "1 0 1", "1/0/1", []),
            ("Salón: luz, valor (techo)", "salon luz techo", "Salón: luz techo", [.level]),
        ] as [(String, String, String, Set<RoleWord>)]
    )
    func nameIsSplit(name: String, base: String, display: String, words: Set<RoleWord>) {
        let reading = NameReading(name)
        #expect(reading.base == base)
        #expect(reading.display == display)
        #expect(reading.words == words)
    }
}
