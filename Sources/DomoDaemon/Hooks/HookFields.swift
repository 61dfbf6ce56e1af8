import DomoJSON
import DomoLanguage

/// The values in the body of a delivery.
enum HookFields {
    /// The maximum number of values.
    private static let maxCount = 256

    /// - Parameter isForm: whether the body has pairs of a form or a query, rather than JSON.
    static func read(_ body: [UInt8], isForm: Bool) throws(Fault) -> [SceneValue] {
        guard !body.isEmpty else { return [] }
        let found = isForm ? form(body) : JSONFields.read(body)?.map { SceneValue($0.name, $0.text) }
        guard let found, found.count <= maxCount else {
            throw Fault(
                .badRequest,
                isForm ? "the pairs of the delivery can't be read" : "the body is not a JSON object",
                hint: isForm ? "send name=value&name=value" : "send {\"name\": value}, or a form"
            )
        }
        return found
    }

    /// `application/x-www-form-urlencoded`; nil if an escape is wrong, or a name occurs twice.
    private static func form(_ body: [UInt8]) -> [SceneValue]? {
        var values: [SceneValue] = []
        for pair in body.split(separator: UInt8(ascii: "&")) {
            let halves = pair.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = decoded(halves[0]), let text = halves.count == 2 ? decoded(halves[1]) : "",
                !values.contains(where: { $0.name == name }), values.count < maxCount
            else { return nil }
            values.append(SceneValue(name, text))
        }
        return values
    }

    private static func decoded(_ bytes: ArraySlice<UInt8>) -> String? {
        var decoded: [UInt8] = []
        var rest = bytes
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "+"): decoded.append(UInt8(ascii: " "))
            case UInt8(ascii: "%"):
                guard let high = rest.popFirst(), let low = rest.popFirst(),
                    let number = UInt8(String(decoding: [high, low], as: UTF8.self), radix: 16),
                    high != UInt8(ascii: "+")
                else { return nil }
                decoded.append(number)
            default: decoded.append(byte)
            }
        }
        return String(validating: decoded, as: UTF8.self)
    }
}
