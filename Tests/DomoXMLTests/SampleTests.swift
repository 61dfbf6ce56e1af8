import DomoModel
import DomoXML
import Testing

@Suite struct SampleTests {
    @Test func modelHouseIsRead() throws {
        let reading = try HouseReader.read(path: Folder.homes + "/vivienda-eficiente.xml")
        #expect(reading.diagnostics.isEmpty)
        func element(_ kind: Element.Kind, _ name: String, _ types: FacetType...) -> Element {
            Element(name: name, kind: kind, types: FacetTypes(types)!)
        }
        // Its plans and positions are checked below.
        func plain(_ elements: [Element]) -> [Element] {
            elements.map { Element(name: $0.name, kind: $0.kind, types: $0.types) }
        }
        let expected = House(
            name: "Vivienda eficiente",
            elements: [
                element(.service, "FloodingSecurity", .binary), element(.service, "WaterSupply", .binary),
                element(.service, "HomeSecurity", .binary), element(.service, "HomeMessaging", .value),
                element(.device, "Buzzer", .binary), element(.device, "GeneralLight", .binary),
                element(.device, "VisualNotification", .binary),
            ],
            sectors: [
                Sector(
                    name: "Dormitorio",
                    elements: [
                        element(.service, "ClimatedRoom", .binary), element(.device, "RoomLighting", .binary),
                        element(.device, "AirConditioned", .binary),
                    ]
                ),
                Sector(
                    name: "Cocina",
                    elements: [
                        element(.service, "KitchenLightByPresence", .binary),
                        element(.service, "LightByLightIntensity", .binary),
                        element(.device, "KitchenLighting", .binary),
                    ]
                ),
                Sector(
                    name: "Salon",
                    elements: [
                        element(.device, "Louver", .bidirectional),
                        element(.device, "GradualLighting", .regulable, .binary),
                    ]
                ),
            ]
        )
        let house = try #require(reading.houses.first)
        let sectors = house.sectors.map { Sector(name: $0.name, elements: plain($0.elements)) }
        #expect(House(name: house.name, elements: plain(house.elements), sectors: sectors) == expected)
        #expect(reading.houses.count == 1)
        let plans = [house.details?.plan] + house.sectors.map(\.details?.plan)
        #expect(plans == ["plans/house.svg", "plans/dormitorio.svg", "plans/cocina.svg", "plans/salon.svg"])
        #expect(house.sectors.map(\.details?.position?.x) == [0.19, 0.22, 0.78])
        #expect(house.sectors[2].elements.map(\.details?.position?.y) == [0.06, 0.56])
    }

    @Test func twoHousesKeepTheirFloors() throws {
        let reading = try HouseReader.read(path: Folder.homes + "/samples/dos-casas.xml")
        #expect(reading.diagnostics.isEmpty)
        #expect(reading.houses.map(\.name) == ["Casa del pueblo", "Apartamento de la playa"])
        let room = reading.houses[0].sectors[0].sectors[0].sectors[0]
        #expect(room.name == "Cocina")
        #expect(room.elements.map(\.name) == ["LuzCocina", "Campana"])
    }

    @Test func extensionsAreReadIntoDetails() throws {
        let reading = try HouseReader.read(path: Folder.homes + "/samples/etiquetas.xml")
        #expect(reading.diagnostics.isEmpty)
        let house = try #require(reading.houses.first)
        #expect(house.location == Location(latitude: 39.4699, longitude: -0.3763, timeZone: "Europe/Madrid"))
        #expect(house.details == Details(labels: ["en": "Harbour house", "de": "Haus am Hafen"], icon: "house"))
        #expect(house.elements[0].details == Details(labels: ["": "Tablón", "en": "Notice board"]))
        let room = house.sectors[0]
        #expect(
            room.details
                == Details(labels: ["en": "Living room", "de": "Wohnzimmer"], icon: "sofa", plan: "salon.svg")
        )
        #expect(
            room.elements[0].details
                == Details(
                    labels: ["es": "Temperatura", "en": "Temperature"],
                    unit: "°C",
                    minimum: 5,
                    maximum: 30,
                    step: 0.5,
                    icon: "thermometer",
                    position: Details.Position(x: 0.12, y: 0.8)
                )
        )
        #expect(room.elements[1].types.map(\.self) == [.bidirectional])
        #expect(room.elements[1].details?.travel == Details.Travel(up: .seconds(31), down: .milliseconds(28_500)))
    }

    @Test(
        arguments: [
            ("subida='31s'", Details.Travel(up: .seconds(31), down: nil)),
            ("bajada='1m'", Details.Travel(up: nil, down: .seconds(60))),
            (" subida=' 1s ' bajada='10m' ", Details.Travel(up: .seconds(1), down: .seconds(600))), ("", nil),
            ("subida='999ms'", nil), ("subida='10.001m'", nil), ("subida='31s' bajada='0s'", nil),
        ] as [(String, Details.Travel?)]
    )
    func travelTimesAreRead(attributes: String, travel: Details.Travel?) {
        let reading = read(device("<Nombre>a</Nombre><Tipo>3</Tipo><d:Recorrido \(attributes)/>"))
        #expect(reading.hasErrors == (travel == nil))
        #expect(reading.houses.first?.elements.first?.details?.travel == travel)
    }

    @Test func plainElementHasNoDetails() {
        #expect(read(device("<Nombre>a</Nombre><Tipo>1</Tipo>")).houses[0].elements[0].details == nil)
    }

    @Test func idiomaTakesPrecedenceOverXMLLang() {
        let label = "<d:Etiqueta idioma=\"es\" xml:lang=\"de\">x</d:Etiqueta>"
        let reading = read(device("<Nombre>a</Nombre><Tipo>1</Tipo>\(label)"))
        #expect(reading.houses[0].elements[0].details?.labels == ["es": "x"])
    }

    @Test func fileThatCannotBeReadIsNamedWithTheReason() {
        #expect(throws: FileFault(path: "/nowhere.xml", message: "No such file or directory", errno: 2)) {
            try HouseReader.read(path: "/nowhere.xml")
        }
        #expect(throws: FileFault(path: "/", message: "Is a directory", errno: 21)) { try HouseReader.read(path: "/") }
    }
}
