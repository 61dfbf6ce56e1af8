import DomoKNX
import Testing

/// Data and its text.
struct RecordVector: CustomTestStringConvertible, Sendable {
    var type: String
    var octets: [UInt8]
    var text: String
    /// The encoded data of the value, if different: for data with reserved bits set or invalid fields filled.
    var canonical: [UInt8]?

    init(_ type: String, _ octets: [UInt8], _ text: String, canonical: [UInt8]? = nil) {
        self.type = type
        self.octets = octets
        self.text = text
        self.canonical = canonical
    }

    var testDescription: String { "\(type) \(octets.map { String($0, radix: 16) }) \(text)" }

    func check(sourceLocation: SourceLocation = #_sourceLocation) throws {
        let type = try #require(DatapointType.known(type), sourceLocation: sourceLocation)
        let value = try type.decode(.octets(octets))
        #expect(type.text(of: value) == text, sourceLocation: sourceLocation)
        #expect(try type.encode(value) == .octets(canonical ?? octets), sourceLocation: sourceLocation)
        let read = try type.value(of: text)
        #expect(try type.encode(read) == .octets(canonical ?? octets), sourceLocation: sourceLocation)
    }
}

extension DatapointType {
    /// The type with this number: `9.001`.
    static func known(_ description: String) -> DatapointType? { all.first { $0.description == description } }

    /// The code of the fault of decoding; nil if decoding succeeds.
    func decodingFault(_ payload: Payload) -> DatapointFault.Code? {
        do throws(DatapointFault) {
            _ = try decode(payload)
            return nil
        } catch {
            return error.code
        }
    }

    func encodingFault(_ value: DatapointValue) -> DatapointFault.Code? {
        do throws(DatapointFault) {
            _ = try encode(value)
            return nil
        } catch {
            return error.code
        }
    }

    func readingFault(_ text: String) -> DatapointFault.Code? {
        do throws(DatapointFault) {
            _ = try value(of: text)
            return nil
        } catch {
            return error.code
        }
    }
}

extension DatapointValue {
    func field(_ name: String) -> DatapointValue? {
        guard case .record(let fields) = self else { return nil }
        return fields.first { $0.name == name }?.value
    }

    /// A record with integers in its fields; nil marks a field as invalid.
    static func integers(_ fields: KeyValuePairs<String, Int64?>) -> Self {
        .record(fields.map { .init($0.key, $0.value.map { .integer($0) }) })
    }

    func changed(_ name: String, to value: DatapointValue?) -> Self {
        guard case .record(let fields) = self else { return self }
        return .record(fields.map { $0.name == name ? .init(name, value) : $0 })
    }
}
