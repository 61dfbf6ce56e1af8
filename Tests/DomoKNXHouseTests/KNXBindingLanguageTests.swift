import DomoKNX
import DomoModel
import DomoXML
import Testing

@testable import DomoKNXHouse

/// A house file uses the Spanish or the English words.
@Suite struct KNXBindingLanguageTests {
    private func faults(_ nodes: [String: String]) -> [String] {
        BindingFile.read(nodes).faults.map { "\($0.message); \($0.hint ?? "no hint")" }
    }

    @Test func secondLanguageInAFileIsReported() {
        #expect(
            faults(["Casa": "<k:Scene group='0/3/1' number='5' run='a'/>", "Lamp": "<k:Binario orden='1/0/1'/>"])
                == [
                    "<Binario> is Spanish, but the file is English; "
                        + "write <Binary>; a file uses only one of the two languages"
                ]
        )
    }

    /// One word of the other language doesn't make all others wrong.
    @Test func languageOfAFileIsThatOfMostOfIt() {
        let english = "<k:Binary command='1/0/2'/>"
        #expect(
            faults(["Lamp": "<k:Binario orden='1/0/1'/>", "Fan": english, "Dimmer": english]) == [
                "<Binario> is Spanish, but the file is English; "
                    + "write <Binary>; a file uses only one of the two languages"
            ]
        )
    }

    /// Files of one load may have different languages.
    @Test func eachFileHasItsOwnLanguage() {
        func nodes(_ house: String, _ node: String) -> HouseReading {
            let text =
                "<Viviendas xmlns:k='urn:domo:knx:1'><Vivienda><Nombre>\(house)</Nombre>"
                + "<Dispositivo><Nombre>L</Nombre>\(node)<Tipo>1</Tipo></Dispositivo></Vivienda></Viviendas>"
            return HouseReader.read(bytes: Array(text.utf8), file: house, keeping: [KNXBindingReader.namespace])
        }
        let merged = HouseReading.merge([
            nodes("A", "<k:Binario orden='1/0/1'/>"), nodes("B", "<k:Binary command='1/0/2'/>"),
        ])
        let (bindings, faults) = KNXBindingReader.read(merged.extensions, of: HouseIndex(merged.houses))
        #expect(faults == [])
        #expect(bindings.facetNames.map(\.path) == ["A/L", "B/L"])
    }
}
