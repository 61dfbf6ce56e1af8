import DomoModel
import DomoXML
import Testing

/// Labels that can't be used as names, since they are not unique in their place.
@Suite struct LabelTests {
    private func warnings(_ elements: String, _ sector: String = "") -> [String] {
        let text = """
            <Houses xmlns:d="urn:domo:house:1"><House><Name>Casa</Name>
            \(elements)
            <Sector><Name>Salon</Name>\(sector)<Device><Name>Z</Name><Type>1</Type></Device></Sector></House></Houses>
            """
        let reading = HouseReader.read(bytes: Array(text.utf8), file: "h.xml")
        return reading.diagnostics.map(\.description)
    }

    private func device(_ name: String, _ labels: String...) -> String {
        let labels = labels.enumerated().map { number, label in
            "<d:Label language=\"\(["en", "es"][number])\">\(label)</d:Label>"
        }
        return "<Device><Name>\(name)</Name><Type>1</Type>\(labels.joined())</Device>"
    }

    @Test func labelOfAnotherElementIsReported() {
        #expect(
            warnings(device("A", "Lamp") + "\n" + device("B", "LAMP")) == [
                "h.xml:3:1: warning: the label \"LAMP\" is also that of \"A\" in line 2; "
                    + "use different labels, or the names in commands"
            ]
        )
    }

    @Test func labelThatIsTheNameOfAnotherElementIsReported() {
        for elements in [[device("A", "b"), device("B")], [device("B"), device("A", "b")]] {
            let line = elements[0].hasPrefix("<Device><Name>A") ? 2 : 3
            #expect(
                warnings(elements.joined(separator: "\n")) == [
                    "h.xml:\(line):1: warning: the label of \"A\" is the name of another element, \"B\"; "
                        + "use another label: in commands, names take precedence"
                ]
            )
        }
    }

    @Test func labelThatIsUniqueInItsPlaceIsFine() {
        // The same in two languages, the element's own name, and elements of other places.
        #expect(warnings(device("A", "Lamp", "lamp") + device("B", "b"), device("C", "Lamp") + device("D", "A")) == [])
    }
}
