import DomoKNX

/// Writes the contents of a project as JSON, for comparison with other programs.
enum ProjectDump {
    static func json(of project: Project) -> String {
        var json = JSONText()
        json.object { json in
            json.field("name", project.name)
            json.field("schema", project.schema)
            json.field("style", project.style == .three ? "ThreeLevel" : project.style == .two ? "TwoLevel" : "Free")
            json.array("groups", project.groups) { json, group in
                json.field("address", project.text(of: group.address))
                json.field("name", group.name)
                json.field("description", group.description)
                json.field("type", group.type?.description)
                json.field("guessed", group.isGuessed)
                json.field("secured", group.isSecured)
            }
            json.array("devices", project.devices) { json, device in
                json.field("address", device.address)
                json.field("name", device.name)
                json.field("manufacturer", device.manufacturer)
                json.field("product", device.product)
                json.field("application", device.application)
                json.array("objects", device.objects) { json, object in
                    json.field("reference", object.reference)
                    json.field("number", object.number)
                    json.field("name", object.name)
                    json.field("text", object.text)
                    json.field("function", object.functionText)
                    json.field("size", object.size)
                    json.field("channel", object.channel)
                    json.field("read", object.flags.canRead)
                    json.field("write", object.flags.canWrite)
                    json.field("transmit", object.flags.canTransmit)
                    json.list("types", object.typesByWidth.map(\.description))
                    json.list("links", object.links.map { project.text(of: $0) })
                }
            }
            spaces(project.spaces, into: &json)
            json.array("functions", project.functions) { json, function in
                json.field("id", function.id)
                json.field("name", function.name)
                json.field("type", function.type)
                json.field("space", function.space)
                json.array("groups", function.references) { json, reference in
                    json.field("address", project.text(of: reference.address))
                    json.field("role", reference.role)
                }
            }
            json.list("problems", project.problems)
        }
        return json.text + "\n"
    }

    private static func spaces(_ spaces: [ProjectSpace], into json: inout JSONText) {
        json.array("spaces", spaces) { json, space in
            json.field("id", space.id)
            json.field("type", space.kind)
            json.field("name", space.name)
            json.list("devices", space.devices)
            json.list("functions", space.functions)
            Self.spaces(space.spaces, into: &json)
        }
    }
}

/// Writes JSON incrementally.
struct JSONText {
    private(set) var text = ""
    private var needsComma = false

    mutating func object(_ body: (inout JSONText) -> Void) {
        separate()
        text += "{"
        needsComma = false
        body(&self)
        text += "}"
        needsComma = true
    }

    mutating func array<Item>(_ name: String, _ items: [Item], _ body: (inout JSONText, Item) -> Void) {
        open(name)
        text += "["
        needsComma = false
        for item in items { object { body(&$0, item) } }
        text += "]"
        needsComma = true
    }

    mutating func list(_ name: String, _ items: [String]) {
        open(name)
        text += "[" + items.map(Self.quoted).joined(separator: ",") + "]"
        needsComma = true
    }

    mutating func field(_ name: String, _ value: String?) { plain(name, value.map(Self.quoted) ?? "null") }
    mutating func field(_ name: String, _ value: Int?) { plain(name, value.map(String.init) ?? "null") }
    mutating func field(_ name: String, _ value: Bool) { plain(name, String(value)) }

    private mutating func plain(_ name: String, _ value: String) {
        open(name)
        text += value
        needsComma = true
    }

    private mutating func open(_ name: String) {
        separate()
        text += Self.quoted(name) + ":"
    }

    private mutating func separate() { if needsComma { text += "," } }

    static func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": result += "\\\(scalar)"
            case "\u{0}"..."\u{1F}":
                let digits = String(scalar.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }
}
