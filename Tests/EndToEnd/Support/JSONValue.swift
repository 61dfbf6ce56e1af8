/// Any JSON.
enum JSONValue: Equatable, Decodable {
    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    case array([JSONValue])
    case object([String: JSONValue])

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
            return
        }
        do {
            self = .bool(try container.decode(Bool.self))
        } catch {
            do {
                self = .number(try container.decode(Double.self))
            } catch {
                do {
                    self = .string(try container.decode(String.self))
                } catch {
                    do {
                        self = .array(try container.decode([JSONValue].self))
                    } catch {
                        self = .object(try container.decode([String: JSONValue].self))
                    }
                }
            }
        }
    }

    /// Its values by path: `ok.readings[].value string`.
    var shape: Set<String> {
        var shape: Set<String> = []
        add(to: &shape, at: "")
        return shape
    }

    private func add(to shape: inout Set<String>, at path: String) {
        switch self {
        case .null: shape.insert(path + " null")
        case .bool: shape.insert(path + " bool")
        case .number: shape.insert(path + " number")
        case .string: shape.insert(path + " string")
        case .array(let elements):
            shape.insert(path + " array")
            for element in elements { element.add(to: &shape, at: path + "[]") }
        case .object(let members):
            shape.insert(path + " object")
            for (key, member) in members { member.add(to: &shape, at: path.isEmpty ? key : "\(path).\(key)") }
        }
    }

    /// The parts of `other` that differ here; additional members are ignored.
    func differences(from other: JSONValue, at path: String = "") -> [String] {
        switch (self, other) {
        case (.object(let own), .object(let others)):
            others.flatMap { key, member in
                own[key]?.differences(from: member, at: "\(path).\(key)") ?? ["\(path).\(key) is missing"]
            }
        case (.array(let own), .array(let others)) where own.count == others.count:
            zip(own, others).flatMap { $0.differences(from: $1, at: path + "[]") }
        default: self == other ? [] : ["\(path) is \(self), not \(other)"]
        }
    }
}
