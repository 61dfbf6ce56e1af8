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

    /// An installation has 65,535 group addresses; variables have none.
    static let maxObjects = 70_000
    private static let maxTags = 1_000_000

    init(_ bytes: [UInt8], file: String) throws(Fault) {
        // Before the parser: a tree takes ten times the memory of its file. libxml2 itself bounds the depth.
        guard bytes.count(where: { $0 == UInt8(ascii: "<") }) <= Self.maxTags else {
            throw Fault(
                .badModel,
                "\(file) has more than \(Self.maxTags) tags",
                hint: "this is not the file of a house"
            )
        }
        tree = try XMLTree(bytes, file: file)
        guard tree.root.name == "config" || tree.root.name == "read" || tree.root.name == "write" else {
            throw Fault(
                .badModel,
                "\(file) is not a linknx configuration: its root is <\(tree.root.name)>",
                hint: "expected <config>"
            )
        }
        let sections = tree.root.elements.flatMap { $0.name == "config" ? $0.elements : [$0] }
        var objectCount = 0
        for section in sections {
            switch section.name {
            case "objects":
                let nodes = section.elements
                objectCount += nodes.count
                for node in nodes {
                    guard objectCount <= Self.maxObjects else {
                        throw Fault(
                            .badModel,
                            "\(file) has more than \(Self.maxObjects) objects",
                            hint: "an installation has at most 65,535 group addresses"
                        )
                    }
                    if node.name == "object" { read(object: node) } else { unplaced.append(Self.unsupported(node)) }
                }
            case "rules":
                rules += section.elements.filter { $0.name == "rule" }
                unplaced += section.elements.filter { $0.name != "rule" }.map { Self.unsupported($0) }
            case "services": for node in section.elements { read(service: node) }
            case "logging": unplaced.append(Self.unsupported(section, "domo has its own"))
            default:
                unplaced.append(Self.unsupported(section))
            }
        }
    }

    private static func unsupported(
        _ node: xmlNodePtr,
        _ reason: String = "not supported by domo"
    ) -> UnplacedDraft {
        UnplacedDraft(address: "", name: "<\(node.name)> (line \(node.line))", reason: reason)
    }

    private mutating func read(object node: xmlNodePtr) {
        let id = node.attribute("id") ?? ""
        let subject = "\(id) (line \(node.line))"
        let own = node.nodes.filter { $0.pointee.type == XML_TEXT_NODE || $0.pointee.type == XML_CDATA_SECTION_NODE }
        let name = HouseName.clean(own.map(\.content).joined(separator: " "))
        let text = node.attribute("type")
        guard let (type, isRaw) = LinknxObject.type(text) else {
            unplaced.append(
                UnplacedDraft(
                    address: node.attribute("gad") ?? "",
                    name: subject,
                    reason: "unknown type \"\(text ?? "")\""
                )
            )
            return
        }
        var address: GroupAddress?
        if let gad = node.attribute("gad"), !gad.isEmpty {
            address = LinknxObject.address(gad)
            if address == nil {
                unplaced.append(UnplacedDraft(address: gad, name: subject, reason: "invalid group address"))
                return
            }
        }
        var object = LinknxObject(
            id: id,
            name: name.isEmpty ? id : name,
            address: address,
            type: type,
            isRaw: isRaw,
            isSent: (node.attribute("flags") ?? "cwtu").contains("t"),
            line: node.line
        )
        let start = node.attribute("init") ?? ""
        if address == nil, !["", "persist", "request"].contains(start) { object.initial = start }
        listRest(of: node, subject: subject)
        for listener in node.elements where listener.name == "listener" {
            guard let gad = listener.attribute("gad"), let address = LinknxObject.address(gad) else {
                notes.append(
                    "line \(listener.line): the object \(id) listens to the invalid group address \"\(listener.attribute("gad") ?? "")\""
                )
                continue
            }
            object.listeners.append(.init(address: address, isRead: listener.attribute("read") == "true"))
        }
        objects.append(object)
    }

    /// Lists what an element can't have.
    private mutating func listRest(of node: xmlNodePtr, subject: String) {
        func list(_ reason: String) {
            unplaced.append(UnplacedDraft(address: node.attribute("gad") ?? "", name: subject, reason: reason))
        }
        let start = node.attribute("init") ?? ""
        if (node.attribute("gad") ?? "").isEmpty {
            // It is the initial value of a virtual element, or domo keeps its last one.
        } else if start == "persist" {
            list("init=\"persist\": domo's database keeps its last state")
        } else if !["", "request"].contains(start) {
            list("init=\"\(start)\": an element has no state until the bus reports it or it is ordered")
        }
        if let flags = node.attribute("flags") {
            if flags.contains("r") {
                list("the flag r: domo does not answer reads; if no device does, add <k:Expone> to its element")
            }
            for flag in flags where "sf".contains(flag) { list("the flag \(flag) (stateless)") }
            for flag in "cw" where !flags.contains(flag) { list("no flag \(flag): domo follows what it receives") }
        }
        let rest = node.rest(attributes: ["id", "gad", "type", "flags", "init"], elements: ["listener"])
        for remark in rest { list(remark.text) }
        for listener in node.elements where listener.name == "listener" {
            for remark in listener.rest(attributes: ["gad", "read"]) {
                list("<listener> (line \(remark.line)): \(remark.text)")
            }
        }
    }

    private mutating func read(service node: xmlNodePtr) {
        switch node.name {
        case "location":
            // They are copied into the house file, so they must be plain numbers.
            guard let latitude = node.attribute("lat"), let longitude = node.attribute("lon"),
                let north = Double(latitude), let east = Double(longitude), abs(north) <= 90, abs(east) <= 180,
                (latitude + longitude).allSatisfy({ $0.isNumber || $0 == "." || $0 == "-" })
            else {
                let name = "<location> (line \(node.line))"
                return unplaced.append(UnplacedDraft(address: "", name: name, reason: "lat or lon is not a position"))
            }
            location = (latitude, longitude)
        case "knxconnection":
            let url = node.attribute("url") ?? ""
            let host = url.split(separator: ":").dropFirst().first.map { String($0.drop { $0 == "/" }) } ?? ""
            notes.append(
                "linknx used the bus at \"\(url)\"; set domo's server to knx://\(host.isEmpty ? "HOST" : host), with a "
                    + "KNXnet/IP interface or knxd with its server (-S) there"
            )
        case "exceptiondays":
            for date in node.elements { read(exceptionDay: date) }
        case "persistence", "xmlserver": unplaced.append(Self.unsupported(node, "domo has its own"))
        default: unplaced.append(Self.unsupported(node))
        }
    }

    private mutating func read(exceptionDay date: xmlNodePtr) {
        guard date.name == "date" else { return unplaced.append(Self.unsupported(date)) }
        func list(_ reason: String) {
            let parts = ["year", "month", "day"].compactMap { name in
                date.attribute(name).map { " \(name)=\"\($0)\"" }
            }
            let name = "<date\(parts.joined())> (line \(date.line))"
            unplaced.append(UnplacedDraft(address: "", name: name, reason: reason))
        }
        func number(_ name: String) -> Int? { date.attribute(name).flatMap { Int($0) }.flatMap { $0 < 0 ? nil : $0 } }
        let year = number("year")
        guard let month = number("month"), let day = number("day") else {
            return list("a holiday needs a day and a month; add a line \"MM-DD\" or \"YYYY-MM-DD\" for each day")
        }
        guard LinknxDate.isValid(year: year, month: month, day: day) else { return list("invalid date") }
        let text = LinknxDate.text(year: year.map(LinknxDate.year), month: month, day: day)
        notes.append("exception day: add the line \"\(text)\" to the .holidays file of the house")
    }
}
