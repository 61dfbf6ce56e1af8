import DomoKNX
import DomoModel
import Testing

@testable import DomoKNXHouse

@Suite struct KNXBindingCheckTests {
    private func warnings(_ nodes: [String: String]) -> [String] {
        let (bindings, faults) = BindingFile.read(nodes)
        #expect(faults == [])
        return KNXBindingCheck.faults(in: bindings).map {
            #expect($0.severity == .warning && $0.file == "h.xml")
            return "\($0.line): \($0.message); \($0.hint ?? "no hint")"
        }
    }

    private func line(_ element: String) -> Int { BindingFile.line(of: element) }

    /// The examples in the manual.
    private static let good = [
        "Lamp": "<k:Binario orden='1/0/1' estado='1/4/1' dpt='1.001'><k:Escucha grupo='0/0/1'/></k:Binario>",
        "Fan": "<k:Binario orden='1/0/3' estado='1/4/3'><k:Escucha grupo='0/0/1'/></k:Binario>",
        "Dimmer": "<k:Binario orden='1/0/2' estado='1/4/2'/>"
            + "<k:Nivel orden='1/2/2' estado='1/5/2' dpt='5.001' relativa='1/1/2'/>",
        "Blind": "<k:Movimiento orden='2/0/1' parar='2/1/1' moviendo='2/4/1'/>"
            + "<k:Nivel orden='2/2/1' estado='2/3/1' plazo='40s'/>",
        "Louver":
            "<k:Movimiento orden='2/0/2' paso='2/1/2' subida='31s' bajada='28s'><k:Escucha grupo='0/1/1'/></k:Movimiento>",
        "Sensor": "<k:Valor estado='3/0/1' dpt='9.001' caduca='1h' resolucion='0.1'/>",
        "Mode": "<k:Valor orden='3/1/1' estado='3/2/1' dpt='20.102'><k:Palabra valor='confort' bruto='1'/></k:Valor>",
        "Casa": "<k:Escena grupo='0/3/1' dpt='18.001' numero='5' ejecuta='Buenas noches'/>"
            + "<k:Escena grupo='0/3/1' dpt='17.001' numero='6' ejecuta='Me voy'/>"
            + "<k:Expone grupo='0/7/1' dpt='10.001'/>",
        "Both": "<k:Expone grupo='5/0/1' recibe='sí' dpt='1.001'/>",
    ]

    @Test func goodBindingsCauseNoWarnings() {
        #expect(warnings(Self.good) == [])
    }

    @Test func addressWithTwoDatapointTypesIsReported() {
        #expect(
            warnings([
                "Lamp": "<k:Binario orden='1/0/1' estado='1/4/1'><k:Escucha grupo='0/0/1'/></k:Binario>",
                "Louver": "<k:Movimiento orden='2/0/1' estado='2/4/1'><k:Escucha grupo='0/0/1'/></k:Movimiento>",
            ]) == [
                "\(line("Louver")): 0/0/1 has two datapoint types: 1.001 for Casa/Lamp (binary), "
                    + "1.008 for Casa/Louver (bidirectional); "
                    + "write the type that the address has in ETS; the other is at h.xml:\(line("Lamp")):1"
            ]
        )
        #expect(
            warnings([
                "Lamp": "<k:Binario orden='1/0/1' estado='1/4/1'><k:Escucha grupo='0/0/1'/></k:Binario>",
                "Louver":
                    "<k:Movimiento orden='2/0/1' estado='2/4/1'><k:Escucha grupo='0/0/1' dpt='1.001'/></k:Movimiento>",
            ]) == []
        )
    }

    @Test func addressOfOneBitAndOfAnotherWidthIsReported() {
        let found = warnings([
            "Blind": "<k:Movimiento orden='2/0/1' estado='2/4/9' parar='2/2/1'/><k:Nivel orden='2/2/1' estado='2/3/1'/>"
        ])
        #expect(
            found == [
                "\(line("Blind")): 2/2/1 has two datapoint types: 5.001 for Casa/Blind (regulable), "
                    + "1.xxx for Casa/Blind (bidirectional); "
                    + "write the type that the address has in ETS; the other is at h.xml:\(line("Blind")):59"
            ]
        )
    }

    @Test func commandWithoutAStateIsReported() {
        func expected(_ element: String, _ type: String) -> String {
            "\(line(element)): Casa/\(element) (\(type)) has no state address, so its state is only assumed; "
                + "add estado (state), the address of the actuator's status object, or leer=\"no\" "
                + "(read=\"no\") if it has none"
        }
        #expect(warnings(["Lamp": "<k:Binario orden='1/0/1'/>"]) == [expected("Lamp", "binary")])
        #expect(warnings(["Louver": "<k:Movimiento orden='2/0/1'/>"]) == [expected("Louver", "bidirectional")])
        #expect(
            warnings(["Dimmer": "<k:Binario orden='1/0/1' estado='1/4/1'/><k:Nivel orden='1/2/1'/>"])
                == [expected("Dimmer", "regulable")]
        )
        for silent in [
            ["Lamp": "<k:Binario orden='1/0/1' leer='no'/>"],
            ["Dimmer": "<k:Binario orden='1/0/1'/><k:Nivel orden='1/2/1' estado='1/5/1'/>"],
            ["Louver": "<k:Movimiento orden='2/0/1' sentido='2/4/1'/>"],
        ] {
            #expect(warnings(silent) == [])
        }
    }

    @Test func twoElementsWithOneCommandAddressAreReported() {
        #expect(
            warnings([
                "Lamp": "<k:Binario orden='1/0/1' estado='1/4/1'/>", "Fan": "<k:Binario orden='1/0/1' estado='1/4/2'/>",
            ]) == [
                "\(line("Fan")): 1/0/1 commands Casa/Lamp (binary) and Casa/Fan (binary); "
                    + "bind an address that commands several elements with <Escucha>; "
                    + "the other is at h.xml:\(line("Lamp")):1"
            ]
        )
    }

    @Test func twoFacetsWithOneStateAddressAreReported() {
        #expect(
            warnings([
                "Lamp": "<k:Binario orden='1/0/1' estado='1/4/1'/>",
                "Fan": "<k:Binario orden='1/0/2' estado='1/4/2 1/4/1'/>",
            ]) == [
                "\(line("Fan")): 1/4/1 is the state of Casa/Lamp (binary) and of Casa/Fan (binary); "
                    + "give each its own state address in ETS; the other is at h.xml:\(line("Lamp")):1"
            ]
        )
    }

    @Test func stateOnACommandAddressIsReported() {
        let warning =
            ", a state of Casa/Fan (binary), is also a command address, so it is never read; "
            + "use the address of the actuator's status object"
        let nodes = [
            "Lamp": "<k:Binario orden='1/0/1' estado='1/4/1'><k:Escucha grupo='0/0/1'/></k:Binario>",
            "Fan": "<k:Binario orden='1/0/2' estado='0/0/1'/>",
        ]
        #expect(warnings(nodes) == ["\(line("Fan")): 0/0/1\(warning)"])
    }

    /// It is known what to do once the file says that the device answers reads, or which device it is.
    @Test(arguments: [("", 1), (" leer='no'", 1), (" leer='inicio'", 0), (" aparato='1.1.5'", 0)])
    func orderAndStateOnOneAddressAreReported(attribute: String, count: Int) {
        let found = warnings(["Fan": "<k:Binario orden='1/0/2' estado='1/0/2'\(attribute)/>"])
        #expect(found.count == count, "\(found)")
        #expect(found.allSatisfy { $0.contains("1/0/2 is both the command and the state of Casa/Fan (binary)") })
    }

    @Test(arguments: [("1s", 13, 1), ("1s", 12, 0), ("10s", 100, 0)])
    func moreReadsThanTheLineCarriesAreReported(interval: String, count: Int, faults: Int) {
        let facets = (0..<count).map { number in
            KNXFacet(
                FacetName(path: "Casa/V\(number)", type: .value),
                states: [GroupAddress(raw: UInt16(100 + number))],
                type: .init(main: 9, sub: 1) ?? .init(main: 1, sub: 1)!,
                read: .every(interval == "1s" ? .seconds(1) : .seconds(10))
            )
        }
        let found = KNXBindingCheck.faults(in: KNXBindings(facets: facets))
        #expect(found.count == faults, "\(found)")
    }

    @Test(arguments: [
        ("Puerta del garaje", true), ("Garagentor", true), ("Garage", false), ("Gate", true), ("Tor", true),
        ("Portón", true), ("Türöffner", true), ("Portail", true), ("Luz del garaje", false), ("Motor", false),
        ("Salvador", false), ("Garagenlicht", false), ("Gateway", false), ("Licht Tor", false),
    ])
    func gatesAreKnownByTheirName(name: String, isGate: Bool) {
        let binary = FacetName(path: "Casa/\(name)", type: .binary)
        #expect(KNXBindingCheck.isGate(binary) == isGate)
    }

    @Test(arguments: [("", 1), (" repetir='no'", 0), (" repetir='sí'", 0), (" dpt='1.017'", 0)])
    func gatesThatAPulseMayMoveAreReported(attribute: String, count: Int) {
        let found = KNXBindingCheck.faults(
            in: KNXBindings(facets: [
                KNXFacet(
                    FacetName(path: "Casa/Garagentor", type: .binary),
                    command: GroupAddress(raw: 1),
                    type: DatapointType(main: 1, sub: attribute.contains("1.017") ? 17 : 1)!,
                    read: .never,
                    repeats: attribute.contains("repetir") ? attribute.contains("sí") : nil
                )
            ])
        )
        #expect(found.count == count, "\(found)")
    }

    @Test func travelTimesWithoutAStopAreReported() {
        #expect(
            warnings(["Louver": "<k:Movimiento orden='2/0/1' subida='31s'/>"]) == [
                "\(line("Louver")): Casa/Louver (bidirectional) has travel times but no stop or step address, "
                    + "so it can't be moved to a position; add parar or paso (stop, step)"
            ]
        )
    }

    @Test func exposureLoopIsReported() {
        let direct = warnings([
            "Fan": "<k:Expone grupo='5/0/1'/><k:Expone grupo='5/0/2' recibe='sí' envia='no'/>",
            "Lamp": "<k:Binario estado='5/0/1'/><k:Expone grupo='5/0/2'/>",
        ])
        #expect(
            direct == [
                "\(line("Lamp")): exposure loop: Casa/Lamp → 5/0/2 → Casa/Fan → 5/0/1 → Casa/Lamp; "
                    + "remove one of these <Expone> entries, or its recibe (receive)"
            ]
        )
    }

    @Test func loopOverManyAddressesIsReportedOnce() {
        let found = warnings([
            "Lamp": "<k:Expone grupo='5/0/1'/><k:Expone grupo='5/0/9' recibe='sí' envia='no'/>",
            "Fan": "<k:Expone grupo='5/0/1' recibe='sí' envia='no'/><k:Expone grupo='5/0/2'/>",
            "Sensor": "<k:Valor estado='5/0/2' dpt='1.001'/><k:Expone grupo='5/0/9' dpt='1.001'/>",
        ])
        #expect(found.count == 1)
        #expect(found.first?.contains("→ 5/0/1 →") == true)
        #expect(found.first?.contains("→ 5/0/2 →") == true)
        #expect(found.first?.contains("→ 5/0/9 →") == true)
    }

    @Test func loopThroughACommandAddressIsReported() {
        // The order for the lamp is sent to 1/0/1, which the fan listens to; the fan's change is sent to 5/0/1.
        let found = warnings([
            "Lamp": "<k:Binario orden='1/0/1' estado='1/4/1'/><k:Expone grupo='5/0/1' recibe='sí' envia='no'/>",
            "Fan":
                "<k:Binario orden='1/0/2' estado='1/4/2'><k:Escucha grupo='1/0/1'/></k:Binario><k:Expone grupo='5/0/1'/>",
        ])
        #expect(found.count == 1)
        #expect(found.first?.contains("exposure loop") == true)
    }

    @Test func exposuresWithoutALoopCauseNoWarnings() {
        for nodes in [
            // An exposure does not receive its own telegrams.
            ["Lamp": "<k:Expone grupo='5/0/1' recibe='sí'/>"],
            // A chain that ends.
            [
                "Lamp": "<k:Expone grupo='5/0/1'/>",
                "Fan": "<k:Expone grupo='5/0/1' recibe='sí' envia='no'/><k:Expone grupo='5/0/2'/>",
            ],
        ] {
            #expect(warnings(nodes) == [])
        }
    }

    @Test func warningsAreLimitedToFifty() throws {
        let facets = try (0..<100).map { number in
            KNXFacet(
                FacetName(path: "Casa/\(number)", type: .binary),
                command: GroupAddress(raw: UInt16(number + 1)),
                type: try type("1.001")
            )
        }
        #expect(KNXBindingCheck.faults(in: KNXBindings(facets: facets)).count == 50)
    }
}
