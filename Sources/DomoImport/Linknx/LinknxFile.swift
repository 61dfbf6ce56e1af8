import CLibXML2
import DomoKNX
import DomoLanguage

/// A linknx configuration: its objects, and its rules as nodes of the tree.
struct LinknxFile {
    private(set) var objects: [LinknxObject] = []
    private(set) var rules: [xmlNodePtr] = []
    private(set) var location: (latitude: String, longitude: String)?
    /// Notes for the user.
    private(set) var notes: [String] = []
    private(set) var unplaced: [UnplacedDraft] = []
    /// The tree with the rules.
    let tree: XMLTree

    init(_ bytes: [UInt8], file: String) throws(Fault) {
        tree = try XMLTree(bytes, file: file)
        guard tree.root.name == "config" || tree.root.name == "read" || tree.root.name == "write" else {
            throw Fault(
                .badModel,
                "\(file) is not a linknx configuration: its root is <\(tree.root.name)>",
                hint: "expected <config>"
            )
        }
        let sections = tree.root.elements.flatMap { $0.name == "config" ? $0.elements : [$0] }
        for section in sections {
            switch section.name {
            case "objects": for node in section.elements where node.name == "object" { read(object: node) }
            case "rules": rules += section.elements.filter { $0.name == "rule" }
            case "services": for node in section.elements { read(service: node) }
            case "logging": break
            default:
                unplaced.append(UnplacedDraft(address: "", name: "<\(section.name)>", reason: "not supported by domo"))
            }
        }
    }

    private mutating func read(object node: xmlNodePtr) {
        let id = node.attribute("id") ?? ""
        let own = node.nodes.filter { $0.pointee.type == XML_TEXT_NODE || $0.pointee.type == XML_CDATA_SECTION_NODE }
        let name = HouseName.clean(own.map(\.content).joined(separator: " "))
        let text = node.attribute("type")
        guard let (type, isRaw) = LinknxObject.type(text) else {
            unplaced.append(
                UnplacedDraft(address: node.attribute("gad") ?? "", name: id, reason: "unknown type \"\(text ?? "")\"")
            )
            return
        }
        var address: GroupAddress?
        if let gad = node.attribute("gad"), !gad.isEmpty {
            address = LinknxObject.address(gad)
            if address == nil {
                unplaced.append(UnplacedDraft(address: gad, name: id, reason: "invalid group address"))
                return
            }
        } else {
            unplaced.append(
                UnplacedDraft(address: "", name: id, reason: "no group address: it is a variable of rules")
            )
        }
        var object = LinknxObject(
            id: id,
            name: name.isEmpty ? id : name,
            address: address,
            type: type,
            isRaw: isRaw,
            isSent: (node.attribute("flags") ?? "cwtu").contains("t")
        )
        for listener in node.elements where listener.name == "listener" {
            guard let gad = listener.attribute("gad"), let address = LinknxObject.address(gad) else {
                notes.append(
                    "the object \(id) listens to the invalid group address \"\(listener.attribute("gad") ?? "")\""
                )
                continue
            }
            object.listeners.append(.init(address: address, isRead: listener.attribute("read") == "true"))
        }
        objects.append(object)
    }

    private mutating func read(service node: xmlNodePtr) {
        switch node.name {
        case "location":
            guard let latitude = node.attribute("lat"), let longitude = node.attribute("lon") else { return }
            // They are copied into the house file, so they must be plain numbers.
            guard let north = Double(latitude), let east = Double(longitude), abs(north) <= 90, abs(east) <= 180,
                (latitude + longitude).allSatisfy({ $0.isNumber || $0 == "." || $0 == "-" })
            else { return }
            location = (latitude, longitude)
        case "knxconnection":
            let url = node.attribute("url") ?? ""
            let host = url.split(separator: ":").dropFirst().first.map { String($0.drop { $0 == "/" }) } ?? ""
            notes.append(
                "linknx used the bus at \"\(url)\"; set domo's server to knx://\(host.isEmpty ? "HOST" : host), with a "
                    + "KNXnet/IP interface or knxd with its server (-S) there"
            )
        case "exceptiondays":
            for date in node.elements where date.name == "date" {
                let parts = ["year", "month", "day"].compactMap { date.attribute($0) }.compactMap { Int($0) }
                let text = parts.enumerated().map {
                    $0 == 0 && parts.count == 3 ? "\($1)" : ($1 < 10 ? "0\($1)" : "\($1)")
                }
                notes.append(
                    "exception day: add the line \"\(text.joined(separator: "-"))\" to the .holidays file of the house"
                )
            }
        case "persistence", "xmlserver": break
        default: unplaced.append(UnplacedDraft(address: "", name: "<\(node.name)>", reason: "not supported by domo"))
        }
    }
}
