import DomoKNX
import Foundation
import Testing

@testable import DomoImport

/// What the notes of an import suggest.
struct HouseNoteTests {
    private func notes(_ list: String, isEnglish: Bool = false) -> [String] {
        HouseMaker.house(of: Pairing.run(.list(list)), name: nil, fallback: "Casa", isEnglish: isEnglish).notes
    }

    @Test(
        arguments: [
            "1/0/1 Garagentor 1.001", "1/0/1 Tor 1.001", "1/0/1 Gate 1.017", "1/0/1 Portón 1.001",
            "1/0/1 Cancela 1.001",
            "1/0/1 Porte de garage 1.001", "1/0/1 Cancello 1.001", "1/0/1 Garagedeur 1.001", "1/0/1 Türöffner 1.001",
            "1/0/1 Haustür Öffner Tür 1.001", "1/0/1 Portero 1.001", "1/0/1 Door opener 1.001",
            "1/0/1 Puerta del garaje 1.001", "1/0/1 Garage 1.008", "1/0/1 Garage door 1.001",
            "Tore:\n1/0/1 Garage 1.001",
            "1/0/1 Videoportero 1.001", "1/0/1 Hoftor Auf/Zu 1.008", "1/0/1 Garage Tür Impuls 1.001",
        ]
    )
    func gatesAndDoorOpenersMayNotBeRepeated(list: String) {
        let notes = notes(list)
        #expect(notes.contains { $0.contains("(1/0/1)") && $0.contains(#"repetir="no""#) }, "\(notes)")
        #expect(self.notes(list, isEnglish: true).contains { $0.contains(#"repeat="no" in its <k:"#) })
    }

    @Test(
        arguments: [
            "1/0/1 Luz garaje 1.001", "1/0/1 Garage 1.001", "1/0/1 Licht Tor 1.001", "1/0/1 Garage Licht 1.001",
            "Licht:\n1/0/1 Garagentor 1.001", "1/0/1 Rollladen Garage 1.008", "1/0/1 Garagentor Status 1.009",
            "1/0/1 Puerta salón 1.001", "1/0/1 Puerta garaje 1.019", "1/0/1 Motor 1.001", "1/0/1 Luz portal 1.001",
        ]
    )
    func otherElementsMay(list: String) {
        #expect(notes(list).filter { $0.contains("repetir") } == [])
    }

    /// The attribute is only in a comment.
    @Test func aSuggestionIsAComment() {
        let house = Project.list("1/0/1 Garagentor 1.001").house()
        let file = house.file()
        #expect(file.contains(#"<k:Binario orden="1/0/1" dpt="1.001"/>"#))
        #expect(file.contains("<!-- note: Garagentor (1/0/1) may be a gate"))
        #expect(HouseNotes.lines(of: house).contains { $0.contains("repetir") })
    }

    @Test(arguments: ["Nevera", "Steckdose Kühlschrank", "Congelador sótano", "Pool Pumpe", "Server", "Router"])
    func appliancesAreLeftOutOfOrdersForPlaces(name: String) {
        let house = Project.list("1/0/1 \(name) 1.001\n1/0/2 Farola 1.001").house()
        let file = house.file()
        #expect(file.components(separatedBy: "<d:SinGrupo/>").count == 2, "\(file)")
        #expect(HouseNotes.lines(of: house).contains { $0.contains("left out of orders for places") })
    }

    /// A lamp beside it, and a sensor of it, are none.
    @Test(arguments: ["1/0/1 Luz acuario 1.001", "1/0/1 Temperatura nevera 9.001", "1/0/1 Bombilla 1.001"])
    func otherElementsAreReached(list: String) {
        #expect(!Project.list(list).house().file().contains("SinGrupo"))
    }

    @Test func aKeyIsNoProofOfSecuredTelegrams() {
        var project = Project.list("1/0/1 Luz 1.001\n1/0/2 Farola 1.001")
        project.groups[0].isSecured = true
        let house = project.house()
        let note =
            "the project has keys of KNX Data Secure for 1/0/1; a key does not mean that an address is sent secured: what is received decides"
        #expect(house.notes == [note])
        #expect(house.file().contains("<!-- note: \(note) -->"))
        #expect(HouseNotes.lines(of: house).contains("note: \(note)"))
    }
}
