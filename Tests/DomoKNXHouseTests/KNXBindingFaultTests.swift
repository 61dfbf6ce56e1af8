import DomoKNX
import DomoModel
import DomoXML
import Testing

@testable import DomoKNXHouse

/// The message and hint for each kind of invalid input.
@Suite struct KNXBindingFaultTests {
    private func faults(_ nodes: [String: String]) -> [String] {
        BindingFile.read(nodes).faults.map { "\($0.message); \($0.hint ?? "no hint")" }
    }

    @Test func faultHasItsPosition() {
        let (bindings, faults) = BindingFile.read([
            "Fan": "<k:Binario estado='1/4/1'/>  <k:Nivel estado='1/4/2'/>",
            "Lamp": "<k:Binario\n estado='1/4/300'/>",
        ])
        #expect(faults.map(\.severity) == [.error, .error])
        #expect(faults.map(\.file) == ["h.xml", "h.xml"])
        #expect(faults.map(\.line) == [BindingFile.line(of: "Lamp"), BindingFile.line(of: "Fan") + 1])
        #expect(faults.map(\.column) == [1, 30])
        #expect(bindings.facets.map(\.facet.path) == ["Casa/Lamp", "Casa/Fan"])
    }

    @Test(arguments: [
        // Words.
        ("Lamp", "<k:Binaro estado='1/4/1'/>", "unknown element <Binaro> in Lamp; did you mean <Binario>?"),
        ("Lamp", "<k:binario estado='1/4/1'/>", "unknown element <binario> in Lamp; did you mean <Binario>?"),
        (
            "Salon", "<k:Xyz/>",
            "unknown element <Xyz> in Casa/Salon; expected <Escena>, <Expone>, <Scene> or <Expose>"
        ),
        (
            "Lamp", "<k:Binario stado='1/4/1' orden='1/0/1'/>",
            "unknown attribute stado of <Binario>; did you mean estado?"
        ),
        (
            "Lamp", "<k:Binario orden='1/0/1' x='1'/>",
            "unknown attribute x of <Binario>; expected orden, estado, dpt, invertir, leer, caduca, plazo, repetir or aparato"
        ),
        (
            "Lamp", "<k:Binario orden='1/0/1' state='1/4/1'/>",
            "the attribute state of <Binario> is English, but the element is Spanish; write estado"
        ),
        (
            "Lamp", "<k:Binario orden='1/0/1'><k:Listen group='0/0/1'/></k:Binario>",
            "<Listen> is English, but the file is Spanish; "
                + "write <Escucha>; a file uses only one of the two languages"
        ),
        (
            "Lamp", "<k:Binario orden='1/0/1'><Escucha grupo='0/0/1'/></k:Binario>",
            "<Escucha> in <Binario> is not in the namespace urn:domo:knx:1; use the same prefix as for <Binario>"
        ),
        (
            "Lamp", "<k:Binario orden='1/0/1'><k:Palabra valor='a' bruto='1'/></k:Binario>",
            "misplaced element <Palabra> in <Binario>; it belongs in <Valor>"
        ),
        (
            "Lamp", "<k:Escucha grupo='0/0/1'/>",
            "misplaced element <Escucha> in Lamp; it belongs in <Binario>, <Nivel>, <Movimiento>, <Valor> or <Color>"
        ),
        (
            "Salon", "<k:Binario orden='1/0/1'/>",
            "misplaced element <Binario> in Casa/Salon; it belongs in a device or a service"
        ),
        (
            "Lamp", "<k:Binario orden='1/0/1'><k:Escucha grupo='0/0/1'><k:x/></k:Escucha></k:Binario>",
            "unknown element <x> in <Escucha>; no elements are allowed here"
        ),
        // Addresses.
        (
            "Lamp", "<k:Binario orden='1.0.1'/>",
            "orden of <Binario>: \"1.0.1\" is not a group address; "
                + "use three levels (1/2/3), two (1/515) or one number (2563)"
        ),
        (
            "Lamp", "<k:Binario orden='1/8/1'/>",
            "orden of <Binario>: \"1/8/1\" is not a group address: the middle group 8 is not in 0–7; "
                + "use three levels (1/2/3), two (1/515) or one number (2563)"
        ),
        (
            "Lamp", "<k:Binario estado='1/4/1 0/0/0'/>",
            "estado of <Binario>: \"0/0/0\" is the broadcast address, not a group address; "
                + "use three levels (1/2/3), two (1/515) or one number (2563)"
        ),
        (
            "Lamp", "<k:Binario estado='1/4/1,1/4/1'/>",
            "estado of <Binario> has 1/4/1 twice; write each address once"
        ),
        (
            "Lamp", "<k:Binario estado=' , '/>",
            "estado of <Binario> is \",\"; write a group address, or several separated by spaces"
        ),
        (
            "Lamp", "<k:Binario dpt='1.001'/>",
            "<Binario> has no group address; add orden=\"1/0/1\", the address for orders, "
                + "and estado=\"1/4/1\", the address of its state"
        ),
        (
            "Lamp", "<k:Binario orden='1/0/1'><k:Escucha dpt='1.001'/></k:Binario>",
            "<Escucha> has no grupo; write the additional command address, as in grupo=\"0/0/1\""
        ),
        (
            "Lamp", "<k:Binario orden='1/0/1'><k:Escucha grupo='1/1'/><k:Escucha grupo='1/0/1'/></k:Binario>",
            "<Escucha> repeats the orden of its <Binario>; the orden address is always listened to; remove <Escucha>"
        ),
        // Types.
        (
            "Lamp", "<k:Binario orden='1/0/1' dpt='9.001'/>",
            "dpt of <Binario> is 9.001 (temperature), which does not fit; "
                + "a switch has a type of 1 bit: 1.001, or another 1.xxx"
        ),
        (
            "Louver", "<k:Movimiento orden='1/0/1' dpt='5.001'/>",
            "dpt of <Movimiento> is 5.001 (percentage), which does not fit; "
                + "a direction has a type of 1 bit: 1.008, or another 1.xxx"
        ),
        (
            "Dimmer", "<k:Nivel orden='1/0/1' dpt='5.004'/>",
            "dpt of <Nivel> is 5.004 (percentage up to 255), which does not fit; "
                + "a level has a type where 255 is 100 %: 5.001, or 5.003, 5.005 or 5.010"
        ),
        (
            "Sensor", "<k:Valor estado='3/0/1'/>",
            "<Valor> has no dpt; write the datapoint type that the group address has in ETS, as in dpt=\"9.001\""
        ),
        (
            "Lamp", "<k:Binario orden='1/0/1'><k:Escucha grupo='0/0/1' dpt='9.001'/></k:Binario>",
            "dpt of <Escucha> is 9.001 (temperature), which does not fit; "
                + "expected 1.001 or another 1.xxx, or 5.001"
        ),
        (
            "Lamp", "<k:Nivel orden='1/2/1'/>",
            "<Nivel> on Lamp, which has no <Tipo>2</Tipo>; "
                + "use <Binario> for its types (1), or add the missing type"
        ),
        (
            "Dimmer", "<k:Value state='1/2/1' dpt='9.001'/>",
            "<Value> on Dimmer, which has no <Tipo>4</Tipo>; "
                + "use <Level> and <Binary> for its types (2 and 1), or add the missing type"
        ),
        // Durations and other values.
        (
            "Lamp", "<k:Binario orden='1/0/1' plazo='40'/>",
            "plazo of <Binario> is \"40\"; add a unit: 40s, 40m or 40h"
        ),
        (
            "Lamp", "<k:Binario orden='1/0/1' plazo='soon'/>",
            "plazo of <Binario> is \"soon\"; write a duration with a unit, as in 500ms, 40s, 10m or 1h"
        ),
        ("Lamp", "<k:Binario orden='1/0/1' plazo='2h'/>", "plazo of <Binario> is \"2h\"; expected 100ms–1h"),
        (
            "Sensor", "<k:Valor estado='3/0/1' dpt='9.001' caduca='0s'/>",
            "caduca of <Valor> is \"0s\"; expected 1s–366d"
        ),
        (
            "Louver", "<k:Movimiento orden='2/0/1' subida='31 s' bajada='28s'/>",
            "subida of <Movimiento> is \"31 s\"; write a duration with a unit, as in 500ms, 40s, 10m or 1h"
        ),
        (
            "Lamp", "<k:Binario estado='1/4/1' leer='siempre'/>",
            "leer of <Binario> is \"siempre\"; write no, inicio, caduca or cada 10m (10s–7d)"
        ),
        (
            "Lamp", "<k:Binary state='1/4/1' read='inicio'/>",
            "read of <Binary> is \"inicio\"; write no, start, expiry or every 10m (10s–7d)"
        ),
        (
            "Lamp", "<k:Binario estado='1/4/1' leer='caduca'/>",
            "leer of <Binario> is \"caduca\", but caduca is missing; "
                + "add the maximum age of its state, as in caduca=\"1h\""
        ),
        (
            "Lamp", "<k:Binario estado='1/4/1' leer='cada 5s'/>",
            "leer of <Binario> is \"cada 5s\"; write no, inicio, caduca or cada 10m (10s–7d)"
        ),
        (
            "Lamp", "<k:Binario estado='1/4/1' repetir='no'/>",
            "<Binario> has repetir but no orden: there are no orders to repeat; add orden, or remove repetir"
        ),
        (
            "Lamp", "<k:Binario orden='1/0/1' estado='1/0/1' aparato='5'/>",
            "aparato of <Binario> is \"5\"; write the individual address of the device, as in 1.1.12"
        ),
        (
            "Lamp", "<k:Binario orden='1/0/1' estado='1/4/1' aparato='1.1.5'/>",
            "<Binario> has aparato, but orden and estado are different addresses; remove aparato: who sends the state of an "
                + "address of its own does not matter"
        ),
        (
            "Lamp", "<k:Binario orden='1/0/1' leer='inicio'/>",
            "<Binario> has leer but no estado: there is nothing to read; add estado, or remove leer"
        ),
        (
            "Lamp", "<k:Binario estado='1/4/1' plazo='5s'/>",
            "<Binario> has plazo but no orden: there are no orders to confirm; add orden, or remove plazo"
        ),
        ("Lamp", "<k:Binario orden='1/0/1' invertir='1'/>", "invertir of <Binario> is \"1\"; write sí or no"),
        ("Lamp", "<k:Binary command='1/0/1' invert='on'/>", "invert of <Binary> is \"on\"; write yes or no"),
        (
            "Sensor", "<k:Valor estado='3/0/1' dpt='9.001' resolucion='0,1'/>",
            "resolucion of <Valor> is \"0,1\"; write a number above 0 with a decimal point, as in 0.1"
        ),
        (
            "Sensor", "<k:Valor estado='3/0/1' dpt='9.001' resolucion='0'/>",
            "resolucion of <Valor> is \"0\"; write a number above 0 with a decimal point, as in 0.1"
        ),
        (
            "Sensor", "<k:Valor estado='3/0/1' dpt='9.001' invertir='sí'/>",
            "invertir of <Valor> is \"sí\"; only a value with a 1-bit type can be inverted; 9.001 can't"
        ),
        (
            "Mode", "<k:Valor orden='3/1/1' dpt='20.102'><k:Palabra valor='a'/></k:Valor>",
            "<Palabra> has no bruto; write valor=\"confort\" bruto=\"1\""
        ),
        (
            "Mode", "<k:Valor orden='3/1/1' dpt='20.102'><k:Palabra valor='a' bruto='+1'/></k:Valor>",
            "bruto of <Palabra> is \"+1\"; expected a whole number"
        ),
        (
            "Mode", "<k:Valor orden='3/1/1' dpt='20.102'><k:Palabra valor='' bruto='1'/></k:Valor>",
            "valor of <Palabra> is \"\"; expected 1–200 characters on one line"
        ),
        (
            "Mode",
            "<k:Valor orden='3/1/1' dpt='20.102'><k:Palabra valor='a' bruto='1'/><k:Palabra valor='b' bruto='1'/></k:Valor>",
            "<Valor> has \"b\" or 1 twice; write each word and each raw value once"
        ),
        (
            "Mode", "<k:Valor orden='3/1/1' dpt='1.100'><k:Palabra valor='a' bruto='2'/></k:Valor>",
            "bruto of <Palabra> is \"2\"; 1.100 has only 0 and 1"
        ),
        (
            "Mode", "<k:Valor orden='3/1/1' dpt='16.000'><k:Palabra valor='a' bruto='2'/></k:Valor>",
            "bruto of <Palabra> is \"2\"; 16.000 (ASCII text) has no raw values to name"
        ),
        // Scenes.
        (
            "Casa", "<k:Escena grupo='0/3/1' numero='65' ejecuta='a'/>",
            "numero of <Escena> is \"65\"; expected 1–64"
        ),
        ("Casa", "<k:Escena grupo='0/3/1' numero='0' ejecuta='a'/>", "numero of <Escena> is \"0\"; expected 1–64"),
        (
            "Casa", "<k:Scene group='0/3/1' number='5'/>",
            "<Scene> has no run; write group=\"0/3/1\" number=\"5\" run=\"Buenas noches\""
        ),
        (
            "Casa", "<k:Escena grupo='0/3/1' numero='5' ejecuta='a' dpt='1.001'/>",
            "dpt of <Escena> is 1.001 (switch), which is not a scene type; write 17.001 or 18.001"
        ),
        (
            "Casa", "<k:Escena grupo='0/3/1' numero='5' ejecuta='a'/><k:Escena grupo='0/3/1' numero='5' ejecuta='b'/>",
            "duplicate <Escena> for number 5 of 0/3/1; a scene number runs one scene; the first is at h.xml:2:1"
        ),
        // Expone.
        (
            "Dimmer", "<k:Expone grupo='5/0/1'/>",
            "<Expone> has no dpt; write the datapoint type of the address, as in dpt=\"9.001\""
        ),
        (
            "Lamp", "<k:Expone dpt='1.001'/>",
            "<Expone> has no grupo; write the address on the bus, as in grupo=\"5/0/1\""
        ),
        (
            "Lamp", "<k:Expone grupo='5/0/1' dpt='9.001'/>",
            "dpt of <Expone> is \"9.001\"; for Lamp: a switch has a type of 1 bit: 1.001, or another 1.xxx"
        ),
        (
            "Louver", "<k:Expone grupo='5/0/1' dpt='1.001'/>",
            "dpt of <Expone> is \"1.001\"; for Louver: a direction has a type of 1 bit: 1.008, or another 1.xxx"
        ),
        (
            "Lamp", "<k:Expone grupo='5/0/1' tipo='nivel'/>",
            "tipo of <Expone> is \"nivel\"; write a type of the element: binario"
        ),
        (
            "Both", "<k:Expose group='5/0/1' type='value'/>",
            "type of <Expose> is \"value\"; write a type of the element: binary or motion"
        ),
        (
            "Lamp", "<k:Expone grupo='5/0/1' ejecuta='Noche'/>",
            "<Expone> of an element has ejecuta; expose scenes from the house or a sector"
        ),
        (
            "Casa", "<k:Expone grupo='5/0/1' dpt='1.001'/>",
            "dpt of <Expone> is \"1.001\"; a house or sector exposes its time with 10.001, 11.001 or 19.001, "
                + "or a scene with ejecuta; to expose an element, use <Expone> in its <Dispositivo> or <Servicio>"
        ),
        (
            "Casa", "<k:Expone grupo='5/0/1' dpt='10.001' recibe='sí'/>",
            "recibe of <Expone> is \"sí\"; the time is only sent; remove the attribute"
        ),
        (
            "Casa", "<k:Expone grupo='5/0/1' ejecuta='a' dpt='5.001'/>",
            "dpt of <Expone> is \"5.001\"; "
                + "a scene is exposed as 1 bit, which is 1 while it runs; use 1.001, or another 1.xxx"
        ),
        (
            "Lamp", "<k:Expone grupo='5/0/1' envia='no' responde='no'/>",
            "<Expone> neither receives nor sends nor answers; set one of recibe, envia and responde, or remove it"
        ),
        (
            "Lamp", "<k:Expone grupo='5/0/1' envia='no' cada='1h'/>",
            "<Expone> has cada but does not send; remove cada, or envia=\"no\""
        ),
        ("Lamp", "<k:Expone grupo='5/0/1' cada='100ms'/>", "cada of <Expone> is \"100ms\"; expected 1s–7d"),
        (
            "Sensor", "<k:Expone grupo='5/0/1' dpt='9.001' invertir='sí'/>",
            "invertir of <Expone> is \"sí\"; only bits and percentages can be inverted; 9.001 can't"
        ),
        (
            "Lamp", "<k:Expone grupo='5/0/1'/><k:Expone grupo='5/0/1' recibe='sí'/>",
            "duplicate <Expone> to 5/0/1; the first is at h.xml:\(BindingFile.line(of: "Lamp")):1"
        ),
    ])
    func invalidInputHasAFaultWithAHint(element: String, nodes: String, expected: String) {
        // The last one; an earlier fault of the same input has its own row.
        #expect(faults([element: nodes]).last == expected)
    }

    @Test func unknownTypeIsReportedWithTheNearest() {
        let found = faults(["Sensor": "<k:Valor estado='3/0/1' dpt='9.999'/>"])
        #expect(found.count == 1)
        #expect(found.first?.hasPrefix("dpt of <Valor>: unknown datapoint type \"9.999\"; nearest: ") == true)
    }

    @Test func duplicateBindingIsReported() {
        let line = BindingFile.line(of: "Lamp")
        #expect(
            faults(["Lamp": "<k:Binario orden='1/0/1'/><k:Binario orden='1/0/2'/>"]) == [
                "duplicate <Binario> on Lamp; an element has at most one; the first is at h.xml:\(line):1"
            ]
        )
    }

    @Test(arguments: [
        "<k:Binario orden='5/0/1' estado='1/4/1'/>", "<k:Binario orden='1/0/1' estado='1/4/1 5/0/1'/>",
        "<k:Binario orden='1/0/1'><k:Escucha grupo='5/0/1'/></k:Binario>",
    ])
    func exposureToABoundAddressIsReported(binding: String) {
        let line = BindingFile.line(of: "Lamp")
        for nodes in ["<k:Expone grupo='5/0/1'/>" + binding, binding + "<k:Expone grupo='5/0/1'/>"] {
            let found = faults(["Lamp": nodes])
            #expect(found.count == 1)
            let message = "Casa/Lamp is exposed to 5/0/1, which it is also bound to; "
            #expect(found.first?.hasPrefix(message + "remove one of the two; the other is at h.xml:\(line):") == true)
        }
        #expect(faults(["Fan": "<k:Expone grupo='5/0/1'/>", "Lamp": binding]) == [])
    }

    @Test func commandOnAReadOnlyElementIsReported() {
        let extra = ["Lamp": "<d:SoloLectura/>"]
        let (_, faults) = BindingFile.read(["Lamp": "<k:Binario orden='1/0/1' estado='1/4/1'/>"], extra: extra)
        #expect(
            faults.map(\.message) == [
                "<Binario> has orden, but the house file marks Lamp as read-only"
            ]
        )
        let (_, received) = BindingFile.read(["Lamp": "<k:Expone grupo='5/0/1' recibe='sí'/>"], extra: extra)
        #expect(received.map(\.hint) == ["Lamp can't be ordered; remove the attribute, or <SoloLectura>"])
        #expect(BindingFile.read(["Lamp": "<k:Expone grupo='5/0/1'/>"], extra: extra).faults == [])
    }

    @Test func allFaultsOfANodeAreReportedInOneRun() {
        let found = faults([
            "Lamp": "<k:Binario orden='a' estado='b c' dpt='x.y' invertir='z' plazo='9' leer='q' w=''/>"
        ])
        #expect(found.count == 8, "\(found)")
    }

    @Test func faultsAreLimitedToFifty() {
        let node = "<k:Binario orden='1/0/1'/>"
        #expect(faults(["Lamp": String(repeating: node, count: 60)]).count == 50)
    }

    @Test func textFromTheFileIsShortenedToOneLine() {
        let long = String(repeating: "x", count: 5_000)
        for nodes in [
            "<k:Binario orden='\(long)&#10;'/>", "<k:Binario orden='1/0/1' plazo='&#10;\(long)'/>",
            "<k:Binario orden='1/0/1' dpt='\(long)'/>", "<k:\(long)/>", "<k:Binario \(long)='' orden='1/0/1'/>",
            "<k:Binario orden='1/0/1'><k:\(long)/></k:Binario>", "<k:Expone tipo='\(long)' grupo='5/0/1'/>",
        ] {
            let found = faults(["Lamp": nodes])
            #expect(found.count == 1)
            #expect(found.allSatisfy { $0.utf8.count < 600 && !$0.utf8.contains(10) }, "\(found)")
        }
    }
}
