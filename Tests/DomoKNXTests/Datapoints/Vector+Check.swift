import Testing

@testable import DomoKNX

extension Vector {
    func check(sourceLocation: SourceLocation = #_sourceLocation) throws {
        let type = try DatapointType(self.type)
        let payload = Payload(hex: hex)
        #expect(try type.decode(payload) == value, "decode \(self.type) \(hex)", sourceLocation: sourceLocation)
        #expect(try type.encode(value) == payload, "encode \(self.type) \(value)", sourceLocation: sourceLocation)
        #expect(type.text(of: value) == text, "text \(self.type) \(value)", sourceLocation: sourceLocation)
        let read = try type.value(of: text)
        #expect(try type.encode(read) == payload, "read \(self.type) \(text)", sourceLocation: sourceLocation)
    }
}

/// The fault of encoding; nil if encoding succeeds.
func encodingFault(_ type: String, _ value: DatapointValue) throws -> DatapointFault? {
    let type = try DatapointType(type)
    do throws(DatapointFault) {
        _ = try type.encode(value)
        return nil
    } catch {
        return error
    }
}

func decodingFault(_ type: String, _ hex: String) throws -> DatapointFault? {
    let type = try DatapointType(type)
    do throws(DatapointFault) {
        _ = try type.decode(Payload(hex: hex))
        return nil
    } catch {
        return error
    }
}

func readingFault(_ type: String, _ text: String) throws -> DatapointFault? {
    let type = try DatapointType(type)
    do throws(DatapointFault) {
        _ = try type.value(of: text)
        return nil
    } catch {
        return error
    }
}
