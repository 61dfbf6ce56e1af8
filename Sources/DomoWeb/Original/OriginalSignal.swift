import DomoLanguage
import DomoModel

/// What the original phone application sends: an operation on a service, which is the element of that name.
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

    /// - Parameter fields: those of the query; nil where one comes twice.
    init(_ fields: [String: String]?) throws(Refusal) {
        guard let fields else { throw Refusal(message: "the query says something twice") }
        guard let name = fields["PERVMLSERVICENAME"], !name.isEmpty else {
            throw Refusal(message: "PERVMLSERVICENAME is missing")
        }
        guard let word = fields["operation"], !word.isEmpty else {
            throw Refusal(message: "operation is missing; use one of: \(Operation.list)")
        }
        guard let operation = Operation(rawValue: word) else {
            throw Refusal(message: "unknown operation \(word); use one of: \(Operation.list)")
        }
        (self.operation, self.name, value) = (operation, name, fields["value"])
    }

    /// What it orders of an element: the type, and the value as the command language writes it.
    ///
    /// `enable` is all that the application sends for on and for up: of an element that has both types, the one that its
    /// file names first is meant.
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
            guard types.contains(.value) else { throw Refusal(message: "\(name) takes a value of 0–100, and no other") }
            return (.value, value)
        }
        throw Refusal(message: "\(name) can't \(operation.rawValue)")
    }
}
