/// What an order for a whole place does to its devices.
public enum PlaceOrder: Sendable, Equatable {
    /// `off PLACE`: what people mean by "everything off".
    case off
    /// On or off, for all devices that take it.
    case switching
    /// `up`, which opens.
    case opening
    /// A level: of some devices it opens.
    case level
    /// `down`, `stop`, a number or a text.
    case other

    /// - `value`: the value of an order for all devices that take it.
    public init(setting value: Value) {
        self =
            switch value {
            case .on, .off, .press: .switching
            case .up: .opening
            case .level, .dimming: .level
            case .down, .stop, .number, .text, .colour: .other
            }
    }
}
