import DomoLanguage

/// An object in an announcement. Its keys stay in order: equal houses have equal announcements, byte for byte.
struct ConfigObject: Equatable, Sendable {
    struct Field: Equatable, Sendable {
        var key: String
        var value: ConfigValue
    }

    private(set) var fields: [Field] = []

    var isEmpty: Bool { fields.isEmpty }

    /// Setting nil leaves the key out.
    subscript(key: String) -> ConfigValue? {
        get { fields.first { $0.key == key }?.value }
        set {
            let place = fields.firstIndex { $0.key == key }
            switch (place, newValue) {
            case (let place?, let value?): fields[place].value = value
            case (let place?, nil): fields.remove(at: place)
            case (nil, let value?): fields.append(Field(key: key, value: value))
            case (nil, nil): break
            }
        }
    }

    /// Adds the fields of another object.
    mutating func add(_ other: ConfigObject) {
        for field in other.fields { self[field.key] = field.value }
    }

    func write(to json: inout JSONWriter) {
        json.object { json in
            for field in fields {
                json.key(word: field.key)
                field.value.write(to: &json)
            }
        }
    }

    var json: [UInt8] {
        var json = JSONWriter(capacity: 1024)
        write(to: &json)
        return json.bytes
    }
}

extension ConfigObject: ExpressibleByDictionaryLiteral {
    /// Keys whose value is nil are left out.
    init(dictionaryLiteral elements: (String, ConfigValue?)...) {
        for (key, value) in elements { self[key] = value }
    }
}
