import DomoKNX
import DomoKNXHouse
import DomoModel
import DomoXML

@testable import DomoSim

enum KNXSamples {
    static let xml = """
        <Viviendas xmlns:k="urn:domo:knx:1"><Vivienda><Nombre>Casa</Nombre>
        <Dispositivo><Nombre>Lamp</Nombre><Tipo>1</Tipo>
          <k:Binario orden="1/0/1" estado="1/4/1" dpt="1.001"><k:Escucha grupo="0/0/1"/></k:Binario></Dispositivo>
        <Dispositivo><Nombre>Louver</Nombre><Tipo>3</Tipo><Tipo>2</Tipo>
          <k:Movimiento orden="2/0/1" parar="2/1/1" moviendo="2/4/1" subida="20s" bajada="20s"/>
          <k:Nivel orden="2/2/1" estado="2/3/1"/></Dispositivo>
        <Dispositivo><Nombre>Outside</Nombre><Tipo>4</Tipo><k:Valor estado="3/0/1" dpt="9.001"/></Dispositivo>
        </Vivienda></Viviendas>
        """

    static var reading: HouseReading {
        HouseReader.read(bytes: Array(xml.utf8), file: "casa.xml", keeping: [KNXBindingReader.namespace])
    }

    static var bindings: KNXBindings { reading.bindings(of: reading.houses).bindings }

    static func house(_ change: (inout KNXSettings) -> Void = { _ in }) -> SimulatedKNX {
        var settings = KNXSettings()
        change(&settings)
        let endpoint = SocketAddress(host: 0x7F00_0001, port: 3671)
        var house = SimulatedKNX(bindings, settings, endpoint: endpoint)
        _ = house.begin(at: .zero)
        return house
    }
}
