import DomoKNX
import DomoModel
import Testing

@testable import DomoKNXHouse

/// Virtual elements on the bus: no device is behind them.
@Suite struct KNXVirtualTests {
    private static func read(_ element: String, _ nodes: String) -> (bindings: KNXBindings, faults: [KNXBindingFault]) {
        BindingFile.read([element: nodes], extra: [element: "<d:Virtual/>"])
    }

    @Test func listenedAddressOrdersIt() throws {
        let nodes =
            "<k:Binario><k:Escucha grupo='1/0/1'/><k:Escucha grupo='1/0/2' dpt='1.011' invertir='sí'/></k:Binario>"
        let (bindings, faults) = Self.read("Lamp", nodes)
        #expect(faults == [])
        #expect(bindings.facets == [])
        #expect(bindings.exposures.map(\.subject) == [.facet(.lamp()), .facet(.lamp())])
        #expect(bindings.exposures.map(\.group.description) == ["1/0/1", "1/0/2"])
        #expect(bindings.exposures.map(\.type) == [try type("1.001"), try type("1.011")])
        #expect(bindings.exposures.map(\.isInverted) == [false, true])
        for exposure in bindings.exposures {
            #expect(exposure.receives && !exposure.sends && !exposure.answers)
            #expect(exposure.house == "Casa")
        }
        #expect(KNXBindingCheck.faults(in: bindings) == [])
    }

    @Test func englishWordsAreTheSame() throws {
        let (bindings, faults) = Self.read("Sensor", "<k:Value dpt='9.001'><k:Listen group='1/0/1'/></k:Value>")
        #expect(faults == [])
        #expect(bindings.exposures.map(\.type) == [try type("9.001")])
    }

    @Test func invertedBindingInvertsItsAddresses() throws {
        let nodes =
            "<k:Nivel invertir='sí'><k:Escucha grupo='1/0/1'/><k:Escucha grupo='1/0/2' invertir='no'/></k:Nivel>"
        #expect(Self.read("Dimmer", nodes).bindings.exposures.map(\.isInverted) == [true, false])
    }

    @Test func exposureSendsAndReceives() throws {
        let (bindings, faults) = Self.read("Lamp", "<k:Expone grupo='5/0/1' recibe='sí'/>")
        #expect(faults == [])
        let exposure = try #require(bindings.exposures.first)
        #expect(exposure.receives && exposure.sends && exposure.answers)
    }

    @Test(arguments: [
        (
            "Lamp", "<k:Binario orden='1/0/1'><k:Escucha grupo='1/0/2'/></k:Binario>",
            "<Binario> has orden, but Lamp is virtual"
        ),
        (
            "Lamp", "<k:Binario estado='1/0/1'><k:Escucha grupo='1/0/2'/></k:Binario>",
            "<Binario> has estado, but Lamp is virtual"
        ),
        (
            "Lamp", "<k:Binary state='1/0/1'><k:Listen group='1/0/2'/></k:Binary>",
            "<Binary> has state, but Lamp is virtual"
        ),
        (
            "Dimmer", "<k:Nivel relativa='1/0/1'><k:Escucha grupo='1/0/2'/></k:Nivel>",
            "<Nivel> has relativa, but Dimmer is virtual"
        ), ("Lamp", "<k:Binario/>", "<Binario> of Lamp, which is virtual, has no <Escucha>"),
        // A dimmer may listen to relative dimming, and a relay to a level; what domo holds is set.
        ("Dimmer", "<k:Nivel><k:Escucha grupo='1/0/1' dpt='3.007'/></k:Nivel>", "dpt of <Escucha> is 3.007"),
        ("Lamp", "<k:Binario><k:Escucha grupo='1/0/1' dpt='5.001'/></k:Binario>", "dpt of <Escucha> is 5.001"),
        (
            "Sensor", "<k:Valor dpt='9.001'><k:Escucha grupo='1/0/1'/><k:Palabra valor='x' bruto='1'/></k:Valor>",
            "<Palabra> of Sensor, which is virtual"
        ),
        (
            "Lamp", "<k:Binario><k:Escucha grupo='5/0/1'/></k:Binario><k:Expone grupo='5/0/1'/>",
            "duplicate <Expone> to 5/0/1"
        ),
    ])
    func whatNeedsADeviceIsRefused(element: String, nodes: String, message: String) {
        let faults = Self.read(element, nodes).faults
        #expect(faults.map { $0.severity == .error && $0.message.hasPrefix(message) } == [true], "\(faults)")
    }
}
