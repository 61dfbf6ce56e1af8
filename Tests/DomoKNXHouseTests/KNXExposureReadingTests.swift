import DomoKNX
import DomoModel
import Testing

@testable import DomoKNXHouse

@Suite struct KNXExposureReadingTests {
    private func exposures(_ element: String, _ nodes: String) -> [KNXExposure] {
        let (bindings, faults) = BindingFile.read([element: nodes])
        #expect(faults == [])
        return bindings.exposures
    }

    @Test(arguments: [
        ("Lamp", "", FacetType.binary, "1.001"), ("Lamp", "dpt='1.011'", .binary, "1.011"),
        ("Lamp", "dpt='1.008'", .binary, "1.008"), ("Louver", "", .bidirectional, "1.008"),
        ("Louver", "dpt='1.007'", .bidirectional, "1.007"), ("Both", "dpt='1.008'", .binary, "1.008"),
        ("Both", "tipo='3' dpt='1.008'", .bidirectional, "1.008"),
        ("Both", "tipo='movimiento'", .bidirectional, "1.008"),
        ("Both", "tipo='binario'", .binary, "1.001"), ("Dimmer", "dpt='5.001'", .regulable, "5.001"),
        ("Dimmer", "dpt='1.001'", .binary, "1.001"), ("Blind", "dpt='5.001'", .regulable, "5.001"),
        ("Sensor", "dpt='9.001'", .value, "9.001"), ("Sensor", "dpt='5.001'", .value, "5.001"),
        ("Sensor", "dpt='1.001'", .value, "1.001"), ("All", "dpt='9.007' tipo='valor'", .value, "9.007"),
        ("All", "dpt='14.019'", .value, "14.019"), ("All", "tipo='Nivel'", .regulable, "5.001"),
    ])
    func datapointTypeSelectsTheExposedFacet(
        element: String,
        attributes: String,
        facet: FacetType,
        dpt: String
    ) throws {
        let exposure = try #require(exposures(element, "<k:Expone grupo='5/0/1' \(attributes)/>").first)
        #expect(exposure.subject == .facet(FacetName(path: "Casa/\(element)", type: facet)))
        #expect(exposure.type == (try type(dpt)))
    }

    @Test(arguments: [
        "<k:Expone grupo='5/0/1' solo='confirmado'/>", "<k:Expose group='5/0/1' only='confirmed'/>",
    ])
    func exposureMayBeOfConfirmedValuesOnly(node: String) throws {
        #expect(try #require(exposures("Lamp", node).first).onlyConfirmed)
    }

    @Test(arguments: [
        ("Lamp", "solo='asumido'"), ("Lamp", "solo='confirmed'"), ("Casa", "dpt='19.001' solo='confirmado'"),
        ("Casa", "ejecuta='Noche' solo='confirmado'"),
    ])
    func otherSoloIsRefused(element: String, attributes: String) {
        let faults = BindingFile.read([element: "<k:Expone grupo='5/0/1' \(attributes)/>"]).faults
        #expect(faults.map { $0.message.hasPrefix("solo of <Expone> is") } == [true], "\(faults)")
    }

    @Test func attributesOfAnExposureAreRead() throws {
        let exposures = exposures(
            "Lamp",
            "<k:Expone grupo='5/0/1' invertir='sí' recibe='sí' cada='10m' pausa='500ms' responde='no'/>"
                + "<k:Expone grupo='5/0/2' recibe='sí' envia='no'/>"
        )
        let line = BindingFile.line(of: "Lamp")
        let first = KNXExposure(
            .facet(.lamp()),
            house: "Casa",
            position: "h.xml:\(line):1",
            group: groupAddress("5/0/1"),
            type: try type("1.001"),
            isInverted: true,
            receives: true,
            every: .seconds(600),
            cooldown: .milliseconds(500),
            answers: false
        )
        let second = KNXExposure(
            .facet(.lamp()),
            house: "Casa",
            position: "h.xml:\(line):91",
            group: groupAddress("5/0/2"),
            type: try type("1.001"),
            receives: true,
            sends: false
        )
        #expect(exposures == [first, second])
    }

    @Test(arguments: ["10.001", "11.001", "19.001"])
    func houseOrSectorExposesTheTimeOfTheHouse(dpt: String) throws {
        for place in ["Casa", "Salon"] {
            let exposure = try #require(exposures(place, "<k:Expone grupo='0/7/1' dpt='\(dpt)'/>").first)
            #expect(exposure.subject == .clock(house: "Casa"))
            #expect(exposure.type == (try type(dpt)))
            #expect(!exposure.receives && exposure.sends && exposure.answers)
        }
    }

    @Test func sceneIsExposedAsOneBit() throws {
        let exposure = try #require(exposures("Casa", "<k:Expone grupo='0/3/2' ejecuta='Me voy' recibe='sí'/>").first)
        #expect(exposure.subject == .scene("Me voy"))
        #expect(exposure.type == (try type("1.001")))
        #expect(exposure.receives)
    }
}
