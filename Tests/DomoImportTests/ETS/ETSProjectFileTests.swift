import DomoLanguage
import Testing

@testable import DomoImport

/// Projects of every supported schema.
struct ETSProjectFileTests {
    private static let house = [
        #"Central luces apagar: <Binario orden="0/0/1" dpt="1.001"/>"#,
        #"Central persianas: <Movimiento orden="0/0/2"/>"#,
        #"Planta baja/Salón/Luz salón: <Binario orden="1/0/1" estado="1/4/1" dpt="1.001"><Escucha grupo="0/0/1"/></k:Binario>"#,
        #"Planta baja/Salón/Lámpara de pie: <Nivel orden="1/2/3" estado="1/5/3" relativa="1/1/3" dpt="5.001"/>"#,
        #"Planta baja/Salón/Lámpara de pie: <Binario orden="1/0/3" estado="1/4/3" dpt="1.001"><Escucha grupo="0/0/1"/></k:Binario>"#,
        #"Planta baja/Cocina/Luz cocina: <Binario orden="1/0/2" estado="1/4/2" dpt="1.001"><Escucha grupo="0/0/1"/></k:Binario>"#,
        #"Planta alta/Dormitorio/Temperatura dormitorio: <Valor estado="3/0/1" dpt="9.001"/>"#,
        #"Planta alta/Dormitorio/Consigna dormitorio: <Valor orden="3/1/1" estado="3/1/1" dpt="9.001"/>"#,
        #"Planta alta/Dormitorio/Ventana dormitorio: <Binario estado="3/2/1" dpt="1.019" leer="no"/>"#,
        #"Planta alta/Dormitorio/Color: <Color orden="4/0/1" dpt="232.600"/>"#,
        #"Planta alta/Dormitorio 2/Persiana grande: <Movimiento orden="2/0/1" paso="2/1/1"><Escucha grupo="0/0/2"/></k:Movimiento>"#,
        #"Planta alta/Dormitorio 2/Persiana grande: <Nivel orden="2/2/1" estado="2/3/1" dpt="5.001"/>"#,
    ]

    @Test(arguments: Fixtures.schemas)
    func aProjectOfEachSchemaBecomesTheSameHouse(schema: Int) throws {
        let project = try ETSProjectFile.read(path: Fixtures.path("schema-\(schema)"), password: nil)
        #expect(project.schema == schema)
        let house = project.house()
        #expect(house.name == "Casa de prueba")
        #expect(house.summary == Self.house)
        #expect(house.unplaced.map(\.address) == ["4/0/2"])
        _ = house.file()
    }

    @Test(arguments: [11, 14, 20, 21, 23])
    func aProtectedProjectIsReadWithItsPassword(schema: Int) throws {
        let path = Fixtures.path("schema-\(schema)-password")
        let project = try ETSProjectFile.read(path: path, password: Fixtures.password)
        #expect(project.house().summary == Self.house)
    }

    @Test(arguments: [11, 14, 20, 21, 23], [nil, "", "contraseña 6", "contraseña", "x"])
    func aMissingOrWrongPasswordIsRefused(schema: Int, password: String?) throws {
        let path = Fixtures.path("schema-\(schema)-password")
        let fault = try #require(throws: Fault.self) { try ETSProjectFile.read(path: path, password: password) }
        #expect(fault.code == .notAllowed)
        #expect(fault.message.contains("password"))
    }

    @Test(arguments: [20, 21, 22, 23])
    func keysOfDataSecureAreNeverWritten(schema: Int) throws {
        let project = try ETSProjectFile.read(path: Fixtures.path("schema-\(schema)"), password: nil)
        let house = project.house()
        #expect(house.notes.contains { $0.contains("3/1/1") && $0.contains("Data Secure") })
        #expect(!house.file().contains("c2VjcmV0"))
        #expect(!ProjectDump.json(of: project).contains("c2VjcmV0"))
    }

    @Test(arguments: Fixtures.schemas)
    func aDeviceThatCannotBeResolvedFailsNothingElse(schema: Int) throws {
        let project = try ETSProjectFile.read(path: Fixtures.path("schema-\(schema)"), password: nil)
        #expect(project.devices.map(\.address) == ["1.1.1", "1.1.2", "1.1.3", "1.1.10", "1.1.11", "1.1.20"])
        #expect(project.problems.contains { $0.contains("1.1.20 Desconocido") })
    }

    @Test(arguments: Fixtures.schemas)
    func textsOfParametersAreFilledIn(schema: Int) throws {
        let project = try ETSProjectFile.read(path: Fixtures.path("schema-\(schema)"), password: nil)
        let dimmer = try #require(project.devices.first { $0.address == "1.1.2" })
        #expect(dimmer.objects.map(\.text).contains("Lámpara de pie estado valor"))
        // The reference takes precedence over the object.
        let cover = try #require(project.devices.first { $0.address == "1.1.3" })
        #expect(cover.objects.first?.types == [TypeNumber(1, 8)])
    }

    @Test(arguments: Fixtures.schemas)
    func sendingAddressComesFirst(schema: Int) throws {
        let project = try ETSProjectFile.read(path: Fixtures.path("schema-\(schema)"), password: nil)
        let actuator = try #require(project.devices.first { $0.address == "1.1.1" })
        #expect(actuator.objects[0].links.map { project.text(of: $0) } == ["1/0/1", "0/0/1"])
    }
}
