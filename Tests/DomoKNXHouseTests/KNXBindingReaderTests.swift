import DomoKNX
import DomoModel
import Testing

@testable import DomoKNXHouse

/// The examples in the manual, verbatim.
@Suite struct KNXBindingReaderTests {
    private func facets(_ element: String, _ nodes: String) -> [KNXFacet] {
        let (bindings, faults) = BindingFile.read([element: nodes])
        #expect(faults == [])
        return bindings.facets
    }

    private func position(_ element: String, column: Int = 1) -> String {
        "h.xml:\(BindingFile.line(of: element)):\(column)"
    }

    @Test func switchHasCommandStateAndCentralAddresses() throws {
        let facets = facets(
            "Lamp",
            "<k:Binario orden=\"1/0/1\" estado=\"1/4/1\" dpt=\"1.001\"><k:Escucha grupo=\"0/0/1\"/></k:Binario>"
        )
        let expected = KNXFacet(
            .lamp(),
            position: position("Lamp"),
            command: groupAddress("1/0/1"),
            states: [groupAddress("1/4/1")],
            listens: [KNXListen(group: groupAddress("0/0/1"), type: try type("1.001"))],
            type: try type("1.001")
        )
        #expect(facets == [expected])
    }

    @Test func dimmerHasASwitchAndALevel() throws {
        let facets = facets(
            "Dimmer",
            "<k:Binario orden=\"1/0/2\" estado=\"1/4/2\"/>"
                + "<k:Nivel orden=\"1/2/2\" estado=\"1/5/2\" dpt=\"5.001\" relativa=\"1/1/2\"/>"
        )
        #expect(facets.map(\.facet.type) == [.binary, .regulable])
        #expect(facets.map(\.type) == [try type("1.001"), try type("5.001")])
        #expect(facets.last?.relative == (groupAddress("1/1/2")))
        #expect(facets.first?.motion == nil)
    }

    @Test func coverWithAPositionHasALevel() throws {
        let facets = facets(
            "Blind",
            "<k:Movimiento orden=\"2/0/1\" parar=\"2/1/1\" moviendo=\"2/4/1\"/>"
                + "<k:Nivel orden=\"2/2/1\" estado=\"2/3/1\" plazo=\"40s\"/>"
        )
        let motion = try #require(facets.first)
        #expect(motion.type == (try type("1.008")))
        #expect(motion.motion == KNXMotion(stop: groupAddress("2/1/1"), moving: groupAddress("2/4/1")))
        let level = try #require(facets.last)
        #expect(level.within == .seconds(40))
        #expect(level.type == (try type("5.001")))
        #expect(level.motion == nil)
    }

    @Test(arguments: [
        "<k:Movimiento orden='2/0/1' parar='2/1/1' valor-parar='0' moviendo='2/4/1, 2/4/2' invertir-moviendo='sí' bloqueo='2/5/1' invertir-bloqueo='sí'/>",
        "<k:Motion command='2/0/1' stop='2/1/1' stop-value='0' moving='2/4/1 2/4/2' invert-moving='yes' locked='2/5/1' invert-locked='yes'/>",
    ])
    func coverMayReportInOtherWays(node: String) throws {
        let expected = KNXMotion(
            stop: groupAddress("2/1/1"),
            stopBit: 0,
            moving: groupAddress("2/4/1"),
            movingDown: groupAddress("2/4/2"),
            isMovingInverted: true,
            locked: groupAddress("2/5/1"),
            isLockedInverted: true
        )
        let cover = try #require(facets("Louver", node).first)
        #expect(cover.motion == expected)
        #expect(cover.stateGroups == ["2/4/1", "2/4/2", "2/5/1"].map(groupAddress))
    }

    @Test(arguments: [
        ("moviendo='2/4/1 2/4/2 2/4/3'", "moviendo of <Movimiento> is"),
        ("valor-parar='1'", "<Movimiento> has valor-parar but no parar"),
        ("parar='2/1/1' valor-parar='2'", "valor-parar of <Movimiento> is \"2\""),
        ("invertir-moviendo='sí'", "<Movimiento> has invertir-moviendo but no moviendo"),
        ("invertir-bloqueo='sí'", "<Movimiento> has invertir-bloqueo but no bloqueo"),
    ])
    func wrongAttributesOfACoverAreReported(attributes: String, message: String) {
        let faults = BindingFile.read(["Louver": "<k:Movimiento orden='2/0/1' \(attributes)/>"]).faults
        #expect(faults.count == 1 && faults.first?.message.hasPrefix(message) == true, "\(faults)")
    }

    @Test func coverWithoutAPositionHasTravelTimes() throws {
        let facets = facets(
            "Louver",
            "<k:Movimiento orden=\"2/0/2\" paso=\"2/1/2\" subida=\"31s\" bajada=\"28s\" sentido=\"2/4/2\" bloqueo=\"2/5/2\">"
                + "<k:Escucha grupo=\"0/1/1\" invertir=\"sí\"/></k:Movimiento>"
        )
        #expect(
            facets.map(\.motion) == [
                KNXMotion(
                    step: groupAddress("2/1/2"),
                    up: .seconds(31),
                    down: .seconds(28),
                    direction: groupAddress("2/4/2"),
                    locked: groupAddress("2/5/2")
                )
            ]
        )
        #expect(
            facets.first?.listens == [
                KNXListen(group: groupAddress("0/1/1"), type: try type("1.008"), isInverted: true)
            ]
        )
    }

    @Test func sensorHasNoCommandAddress() throws {
        let facets = facets(
            "Sensor",
            "<k:Valor estado=\"3/0/1\" dpt=\"9.001\" caduca=\"1h\" resolucion=\"0.1\"/>"
        )
        let expected = KNXFacet(
            FacetName(path: "Casa/Sensor", type: .value),
            position: position("Sensor"),
            states: [groupAddress("3/0/1")],
            type: try type("9.001"),
            expires: .seconds(3600),
            resolution: 0.1
        )
        #expect(facets == [expected])
    }

    @Test func rawValuesHaveNames() throws {
        let facets = facets(
            "Mode",
            "<k:Valor orden=\"3/1/1\" estado=\"3/2/1\" dpt=\"20.102\"><k:Palabra valor=\"confort\" bruto=\"1\"/>"
                + "<k:Palabra valor=\"noche\" bruto=\"3\"/></k:Valor>"
        )
        #expect(facets.map(\.words) == [[KNXWord(value: "confort", raw: 1), KNXWord(value: "noche", raw: 3)]])
    }

    @Test func englishNamesReadTheSameBindings() {
        func bindings(_ nodes: [String: String]) -> KNXBindings {
            let (bindings, faults) = BindingFile.read(nodes)
            #expect(faults == [])
            var plain = bindings
            for number in plain.facets.indices { plain.facets[number].position = "" }
            for number in plain.scenes.indices { plain.scenes[number].position = "" }
            for number in plain.exposures.indices { plain.exposures[number].position = "" }
            return plain
        }
        let spanish = bindings([
            "Dimmer": """
            <k:Binario orden="1/0/2" estado="1/4/2" dpt="1.001" invertir="sí" leer="caduca" caduca="1h" plazo="5s">
            <k:Escucha grupo="0/0/1" dpt="1.002" invertir="si"/></k:Binario>
            <k:Nivel orden="1/2/2" estado="1/5/2" relativa="1/1/2" resolucion="1" leer="inicio"/>
            """,
            "Louver": """
            <k:Movimiento orden="2/0/2" parar="2/1/1" paso="2/1/2" subida="31s" bajada="28s" moviendo="2/4/1"
            sentido="2/4/2" bloqueo="2/5/2"/><k:Expone grupo="5/0/1" tipo="movimiento"/>
            """,
            "Mode": "<k:Valor orden='3/1/1' dpt='20.102' leer='no'><k:Palabra valor='confort' bruto='1'/></k:Valor>",
            "Casa": """
            <k:Escena grupo="0/3/1" dpt="18.001" numero="5" ejecuta="Buenas noches"/>
            <k:Expone grupo="0/3/2" ejecuta="Noche" recibe="sí" envia="sí" cada="1h" pausa="2s" responde="no"/>
            """,
        ])
        let english = bindings([
            "Dimmer": """
            <k:Binary command="1/0/2" state="1/4/2" dpt="1.001" invert="yes" read="expiry" expires="1h" within="5s">
            <k:Listen group="0/0/1" dpt="1.002" invert="true"/></k:Binary>
            <k:Level command="1/2/2" state="1/5/2" relative="1/1/2" resolution="1" read="start"/>
            """,
            "Louver": """
            <k:Motion command="2/0/2" stop="2/1/1" step="2/1/2" up="31s" down="28s" moving="2/4/1"
            direction="2/4/2" locked="2/5/2"/><k:Expose group="5/0/1" type="motion"/>
            """,
            "Mode": "<k:Value command='3/1/1' dpt='20.102' read='no'><k:Word value='confort' raw='1'/></k:Value>",
            "Casa": """
            <k:Scene group="0/3/1" dpt="18.001" number="5" run="Buenas noches"/>
            <k:Expose group="0/3/2" run="Noche" receive="yes" send="yes" every="1h" cooldown="2s" answer="no"/>
            """,
        ])
        #expect(spanish == english)
        #expect(spanish.facets.count == 4 && spanish.scenes.count == 1 && spanish.exposures.count == 2)
        #expect(spanish.facets.first?.read == .onExpiry)
        #expect(spanish.facets.last?.read == .never)
        #expect(spanish.exposures.map(\.every) == [.seconds(3600), nil])
    }

    @Test(arguments: ["1/4/1 1/4/2,1/4/3", "1/4/1, 1/4/2\n1/4/3", " 1/4/1 ,1/4/2 , 1/4/3 "])
    func statesAreSeparatedBySpacesOrCommas(list: String) throws {
        let states = facets("Lamp", "<k:Binario estado=\"\(list)\"/>").first?.states
        #expect(states == [groupAddress("1/4/1"), groupAddress("1/4/2"), groupAddress("1/4/3")])
    }

    @Test func sceneNumberRunsAScene() throws {
        for place in ["Casa", "Salon", "Lamp"] {
            let (bindings, faults) = BindingFile.read([
                place: "<k:Escena grupo=\"0/3/1\" dpt=\"17.001\" numero=\"64\" ejecuta=\"Buenas noches\"/>"
            ])
            #expect(faults == [])
            let line = BindingFile.line(of: place)
            #expect(
                bindings.scenes == [
                    KNXScene(
                        position: "h.xml:\(line):1",
                        group: groupAddress("0/3/1"),
                        type: try type("17.001"),
                        number: 64,
                        run: "Buenas noches",
                        house: "Casa"
                    )
                ]
            )
        }
        let (bindings, _) = BindingFile.read(["Casa": "<k:Escena grupo='0/3/1' numero='1' ejecuta='a'/>"])
        #expect(bindings.scenes.first?.type == (try type("18.001")))
    }

    @Test func elementsOfOtherNamespacesAreIgnored() {
        #expect(facets("Lamp", "<k:Binario estado='1/4/1'><f:x><k:Nivel/></f:x></k:Binario><f:y/>").count == 1)
    }

    /// Every type that fits can be encoded and decoded without loss.
    @Test func levelsOfFittingTypesRoundTrip() throws {
        let types = DatapointType.all.filter { KNXFit.fits($0, .regulable) }
        #expect(types.map(\.description) == ["5.001", "5.003", "5.005", "5.010"])
        for type in types {
            let facet = KNXFacet(FacetName(path: "Casa/Dimmer", type: .regulable), type: type)
            for level in 0...100 {
                let value = Value.level(Percent(clamping: level))
                #expect(try facet.value(of: facet.payload(for: value)) == value, "\(type)")
            }
            #expect(try facet.payload(for: .level(Percent(clamping: 0))) == .octets([0]))
            #expect(try facet.payload(for: .level(Percent(clamping: 100))) == .octets([255]))
        }
    }

    @Test func switchListensToALevelAndLevelToASwitch() throws {
        for (element, node, type) in [
            ("Lamp", "<k:Binario orden='1/0/1'><k:Escucha grupo='0/0/1' dpt='5.001'/></k:Binario>", "5.001"),
            ("Dimmer", "<k:Nivel orden='1/2/1'><k:Escucha grupo='0/0/1' dpt='1.001'/></k:Nivel>", "1.001"),
            ("Dimmer", "<k:Nivel orden='1/2/1'><k:Escucha grupo='0/0/1' dpt='3.007'/></k:Nivel>", "3.007"),
            ("Mode", "<k:Valor orden='1/2/1' dpt='20.102'><k:Escucha grupo='0/0/1' dpt='1.001'/></k:Valor>", "1.001"),
        ] {
            #expect(facets(element, node).first?.listens.map(\.type) == [try DatapointType(type)])
        }
    }

    @Test func singleTravelTimeIsValid() {
        #expect(facets("Louver", "<k:Movimiento orden='2/0/1' subida='31s'/>").first?.motion?.up == .seconds(31))
    }

    @Test func bindingsListTheirFacetsAndCommandAddresses() throws {
        let (bindings, _) = BindingFile.read([
            "Blind":
                "<k:Movimiento orden='2/0/1' parar='2/1/1' paso='2/1/2' sentido='2/4/1'><k:Escucha grupo='0/1/1'/></k:Movimiento>"
                + "<k:Nivel orden='2/2/1' estado='2/3/1' relativa='2/2/9'/>",
            "Casa": "<k:Escena grupo='0/3/1' numero='1' ejecuta='a'/>",
            "Lamp": "<k:Expone grupo='5/0/1' recibe='sí'/><k:Expone grupo='5/0/2'/>",
        ])
        #expect(bindings.facetNames.map(\.type) == [.bidirectional, .regulable])
        let commands = ["2/0/1", "2/1/1", "2/1/2", "0/1/1", "2/2/1", "2/2/9", "0/3/1"]
        #expect(bindings.commandGroups == Set(commands.map(groupAddress)))
    }
}
