import DomoModel
import Testing

@Suite struct HouseIndexTests {
    static func light(_ name: String) -> Element {
        Element(name: name, kind: .device, types: FacetTypes([.binary])!)
    }

    let index = HouseIndex([
        House(
            name: "Vivienda eficiente",
            elements: [light("Buzzer"), light("Salon")],
            sectors: [
                Sector(name: "Salon", elements: [light("Louver"), light("Luz")]),
                Sector(name: "Habitación", elements: [light("Luz"), light("Lámpara")]),
            ]
        ),
        House(name: "Salon", elements: [light("Buzzer"), light("LUZ"), light("Straße")]),
    ])

    /// To Swift, the slash and the following character are one.
    @Test(arguments: ["\u{200D}Luz", "\u{301}Luz"]) func nameMayBeginWithAJoiningCharacter(name: String) throws {
        let index = HouseIndex([House(name: "Casa", elements: [Self.light(name)])])
        #expect(try index.element(named: "Casa/\(name)") == ElementID(0))
    }

    @Test(arguments: [
        ("Louver", "Vivienda eficiente/Salon/Louver"),
        ("louver", "Vivienda eficiente/Salon/Louver"),
        ("Salon/Louver", "Vivienda eficiente/Salon/Louver"),
        ("salón/LOUVER", "Vivienda eficiente/Salon/Louver"),
        ("Vivienda eficiente/Salon/Louver", "Vivienda eficiente/Salon/Louver"),
        ("lampara", "Vivienda eficiente/Habitación/Lámpara"),
        ("La\u{301}mpara", "Vivienda eficiente/Habitación/Lámpara"),
        ("habitacion/luz", "Vivienda eficiente/Habitación/Luz"),
        ("Vivienda eficiente/Buzzer", "Vivienda eficiente/Buzzer"),
        ("Salon/Buzzer", "Salon/Buzzer"),
        ("LUZ", "Salon/LUZ"),
        ("strasse", "Salon/Straße"),
        // A place and an element may share a name; here the element is looked up.
        ("Salon", "Vivienda eficiente/Salon"),
    ])
    func elementIsFoundByAnySuffixOfItsPath(name: String, path: String) throws {
        #expect(index.path(of: try index.element(named: name)) == path)
    }

    @Test func exactSpellingTakesPrecedence() throws {
        #expect(
            throws: NameFault.ambiguous(
                name: "Luz",
                candidates: [
                    "Vivienda eficiente/Salon/Luz", "Vivienda eficiente/Habitación/Luz",
                ]
            )
        ) { try index.element(named: "Luz") }
        #expect(
            throws: NameFault.ambiguous(
                name: "luz",
                candidates: [
                    "Vivienda eficiente/Salon/Luz", "Vivienda eficiente/Habitación/Luz", "Salon/LUZ",
                ]
            )
        ) { try index.element(named: "luz") }
    }

    @Test func fullPathTakesPrecedenceOverASuffix() throws {
        // The house "Salon" and the sector "Salon" both match; the house's full path is "Salon".
        #expect(index[try index.place(named: "Salon")].isHouse)
        #expect(index[try index.place(named: "Vivienda eficiente/Salon")].path == "Vivienda eficiente/Salon")
    }

    @Test(arguments: [
        ("Louvre", ["Louver"]), ("buzer", ["Buzzer"]), ("lou", ["Louver"]), ("Louv", ["Louver"]), ("Buzz", ["Buzzer"]),
        ("Xylophone", []),
        ("Salon/Louvr", ["Louver"]),
    ])
    func unknownNameSuggestsSimilarOnes(name: String, suggestions: [String]) {
        #expect(throws: NameFault.unknown(name: name, suggestions: suggestions)) { try index.element(named: name) }
    }

    @Test(arguments: ["", "/", "Salon/", "/Louver", "Salon//Louver"])
    func nameWithAnEmptyPartIsUnknown(name: String) {
        #expect(throws: NameFault.unknown(name: name, suggestions: [])) { try index.element(named: name) }
    }

    private static let labelled = HouseIndex([
        House(
            name: "Casa",
            sectors: [
                Sector(
                    name: "Salon",
                    details: Details(labels: ["en": "Living room", "de": "Wohnzimmer"]),
                    elements: [
                        Element(
                            name: "L1",
                            kind: .device,
                            types: FacetTypes([.binary])!,
                            details: Details(labels: ["en": "Lamp", "es": "Lámpara", "": "Lamp"])
                        ), Self.light("Fan"),
                    ]
                ),
                Sector(
                    name: "Cocina",
                    details: Details(labels: ["en": "Kitchen"]),
                    elements: [
                        Element(
                            name: "L2",
                            kind: .device,
                            types: FacetTypes([.binary])!,
                            details: Details(labels: ["en": "Lamp"])
                        ),
                        Element(
                            name: "L3",
                            kind: .device,
                            types: FacetTypes([.binary])!,
                            details: Details(labels: ["en": "Fan"])
                        ),
                    ]
                ),
            ]
        )
    ])

    @Test(arguments: [
        ("lampara", "Casa/Salon/L1"), ("Living room/Lamp", "Casa/Salon/L1"), ("wohnzimmer/l1", "Casa/Salon/L1"),
        ("Salon/Lamp", "Casa/Salon/L1"), ("Kitchen/Lamp", "Casa/Cocina/L2"), ("Kitchen/L2", "Casa/Cocina/L2"),
        // A name takes precedence over a label.
        ("Fan", "Casa/Salon/Fan"), ("Kitchen/Fan", "Casa/Cocina/L3"),
    ])
    func labelInAnyLanguageIsAName(name: String, path: String) throws {
        #expect(Self.labelled.path(of: try Self.labelled.element(named: name)) == path)
    }

    @Test func sharedLabelIsAmbiguous() {
        #expect(throws: NameFault.ambiguous(name: "Lamp", candidates: ["Casa/Salon/L1", "Casa/Cocina/L2"])) {
            try Self.labelled.element(named: "Lamp")
        }
    }

    @Test func elementThatIsNotVisibleIsNotFoundByItsLabel() throws {
        let visible = try Self.labelled.element(named: "Lamp") { $0 == ElementID(2) }
        #expect(visible == ElementID(2))
    }

    @Test(arguments: ["Salon/", "Living room", "living room/", "Casa/Wohnzimmer/"])
    func placeIsFoundByItsLabelAndWithATrailingSlash(name: String) throws {
        #expect(Self.labelled[try Self.labelled.place(named: name)].path == "Casa/Salon")
    }

    @Test func ambiguousNameListsAtMostTen() {
        let many = HouseIndex([
            House(
                name: "H",
                sectors: (0..<12).map { number in
                    Sector(name: "S\(number)", elements: [Self.light("Luz")])
                }
            )
        ])
        #expect(throws: NameFault.ambiguous(name: "Luz", candidates: (0..<10).map { "H/S\($0)/Luz" })) {
            try many.element(named: "Luz")
        }
    }

    @Test func elementsAreFoundAtTheirPathsInAnyOrder() {
        let paths = index.elements.indices.map { index.path(of: ElementID($0)) }
        for order in [paths, paths.reversed(), [paths[3], paths[0], paths[0], paths[1], paths[6]]] {
            var finder = HouseIndex.PathFinder(index)
            for path in order { #expect(finder.element(at: path).map(index.path) == path) }
        }
        var finder = HouseIndex.PathFinder(index)
        #expect(finder.element(at: paths[0]) == ElementID(0))
        // Each almost the path of the next element, or of the last.
        for path in [
            "Vivienda eficiente/salon", "Vivienda eficiente/Salo", "Vivienda eficiente/Salon/", "Buzzer", "", "/",
        ] {
            #expect(finder.element(at: path) == nil)
        }
        #expect(finder.element(at: paths[1]) == ElementID(1))
    }

    /// More names than are compared: the selection must not depend on the order of a dictionary, which differs between
    /// processes.
    @Test func similarLabelsAreSuggestedToo() throws {
        func labelled(_ name: String, _ labels: [String: String]) -> Element {
            Element(
                name: name,
                kind: .device,
                types: FacetTypes([.binary])!,
                details: Details(labels: labels)
            )
        }
        let index = HouseIndex([
            House(
                name: "Casa",
                elements: [
                    labelled("Puerta", ["en": "Gate", "es": "Portón"]), labelled("Gato", [:]),
                    labelled("Secret", ["en": "Gatte"]),
                ]
            )
        ])
        #expect(throws: NameFault.unknown(name: "gat", suggestions: ["Gate", "Gato", "Gatte"])) {
            try index.element(named: "gat")
        }
        #expect(throws: NameFault.unknown(name: "Porton grande", suggestions: [])) {
            try index.element(named: "Porton grande")
        }
        #expect(throws: NameFault.unknown(name: "portom", suggestions: ["Portón"])) {
            try index.element(named: "portom")
        }
        // Labels of hidden elements are not disclosed.
        #expect(throws: NameFault.unknown(name: "gat", suggestions: ["Gate", "Gato"])) {
            try index.element(named: "gat") { index[$0].name != "Secret" }
        }
    }

    @Test func suggestionsOfALargeHouseAreAlwaysTheSame() {
        let names = (0..<20_000).map { "Sensor-" + String(100_000 + $0).dropFirst() } + ["Trastero"]
        let elements = names.map { Element(name: $0, kind: .device, types: FacetTypes([.value])!) }
        let index = HouseIndex([House(name: "Casa", elements: elements)])
        #expect(
            throws: NameFault.unknown(
                name: "sensxr-00000",
                suggestions: ["Sensor-00000", "Sensor-00001", "Sensor-00002"]
            )
        ) {
            try index.element(named: "sensxr-00000")
        }
        // Names with the same beginning are always found.
        #expect(throws: NameFault.unknown(name: "trast", suggestions: ["Trastero"])) {
            try index.element(named: "trast")
        }
    }
}
