import DomoXML

/// Reads `Hardware.xml`: the products, and their application programs.
final class HardwareReader: XMLHandler {
    /// Product → its name.
    private(set) var products: [String: String] = [:]
    /// Hardware2Program → application program.
    private(set) var programs: [String: String] = [:]
    private var hardwareProgram: String?

    func start(_ name: String, _ attributes: XMLAttributes) {
        switch name {
        case "Product": if let id = attributes["Id"] { products[id] = attributes["Text"] ?? "" }
        case "Hardware2Program": hardwareProgram = attributes["Id"]
        case "ApplicationProgramRef":
            if let hardwareProgram, let id = attributes["RefId"] { programs[hardwareProgram] = id }
        default: break
        }
    }

    func end(_ name: String) { if name == "Hardware2Program" { hardwareProgram = nil } }
}

/// Reads the manufacturers in `knx_master.xml`.
final class MasterReader: XMLHandler {
    /// `M-0083` → `MDT technologies`
    private(set) var manufacturers: [String: String] = [:]
    private(set) var schema: Int?

    func root(namespace: String?) {
        schema = namespace.flatMap { $0.split(separator: "/").last }.flatMap { Int($0) }
    }

    func start(_ name: String, _ attributes: XMLAttributes) {
        guard name == "Manufacturer", let id = attributes["Id"] else { return }
        manufacturers[id] = attributes["Name"] ?? ""
    }
}

/// Reads `project.xml`: the name and the style of addresses.
final class InformationReader: XMLHandler {
    private(set) var name: String?
    private(set) var style: String?

    func start(_ name: String, _ attributes: XMLAttributes) {
        guard name == "ProjectInformation" else { return }
        self.name = attributes["Name"]
        style = attributes["GroupAddressStyle"]
    }
}
