/// A rare value kept apart, so that what holds it stays small.
indirect enum Boxed<Value: Equatable & Sendable>: Equatable, Sendable {
    case value(Value)

    var value: Value {
        switch self {
        case .value(let value): value
        }
    }
}
