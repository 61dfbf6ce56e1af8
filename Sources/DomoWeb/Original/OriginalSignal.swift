import DomoLanguage
import DomoModel

/// A signal of the original phone application: an operation on a service, which is the element of that name.
struct OriginalSignal {
    enum Operation: String, CaseIterable {
        case enable, disable, stop, setValue

        static var list: String { allCases.map(\.rawValue).joined(separator: ", ") }
    }

    /// Why a signal is not carried out.
    struct Refusal: Error, Equatable {
        var message: String
    }

    let operation: Operation
    let name: String
    let value: String?

    /// - Parameter fields: the query parameters; nil if one occurs twice.
    init(_ fields: [String: String]?) throws(Refusal) {
        guard let fields else { throw Refusal(message: "a query parameter occurs twice") }
        guard let name = fields["PERVMLSERVICENAME"], !name.isEmpty else {
            throw Refusal(message: "missing parameter: PERVMLSERVICENAME")
        }
        guard let word = fields["operation"], !word.isEmpty else {
            throw Refusal(message: "missing parameter: operation; use one of: \(Operation.list)")
        }
        guard let operation = Operation(rawValue: word) else {
            throw Refusal(message: "unknown operation \(word); use one of: \(Operation.list)")
        }
        (self.operation, self.name, value) = (operation, name, fields["value"])
    }

    /// The order for an element: the type, and the value in the command language.
    ///
    /// The application sends `enable` for both on and up: for an element with both types, the first type in its file is
    /// used.
    func order(_ types: [FacetType]) throws(Refusal) -> (type: FacetType, value: String) {
        let switchable = types.first { $0 == .binary || $0 == .bidirectional }
        switch operation {
        case .enable, .disable:
            guard let switchable else { break }
            let isEnabled = operation == .enable
            let word = switchable == .binary ? isEnabled ? "on" : "off" : isEnabled ? "up" : "down"
            return (switchable, word)
        case .stop:
            guard types.contains(.bidirectional) else { break }
            return (.bidirectional, "stop")
        case .setValue:
            guard types.contains(.regulable) || types.contains(.value) else { break }
            guard let value else { throw Refusal(message: "setValue needs a value") }
            if types.contains(.regulable), let level = Int(value), level.description == value, (0...100).contains(level)
            {
                return (.regulable, value)
            }
            guard types.contains(.value) else {
                throw Refusal(message: "invalid value \"\(value)\" for \(name); use 0–100")
            }
            return (.value, value)
        }
        throw Refusal(message: "\(name) can't \(operation.rawValue)")
    }
}
