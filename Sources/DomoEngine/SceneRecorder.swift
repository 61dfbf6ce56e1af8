import DomoLanguage
import DomoModel

/// Writes down what people order, to make a scene of it.
struct SceneRecorder: Sendable {
    /// More than this is not written down.
    static let most = 1000

    let name: String
    private var orders: [(at: Instant, line: String)] = []

    init(name: String) {
        self.name = name
    }

    var count: Int { orders.count }
    var isFull: Bool { orders.count >= Self.most }

    /// An order was accepted that was given then.
    ///
    /// - Parameter name: by which it is found.
    mutating func note(_ action: Action, of element: Element, named name: String, given: Instant) {
        guard !isFull else { return }
        // The value's form may mean another type: a text `on`.
        let usual = try? element.action(value: action.value)
        let order = Order(element: name, wish: .value(action.value, as: usual == action ? nil : action.type))
        orders.append((given, order.line))
    }

    /// The scene file.
    var text: String {
        var lines = ["name \(Words.quoted(name))", ""]
        var last: Instant?
        for order in orders.sorted(by: { $0.at < $1.at }) {
            if let last, let pause = Self.rounded(order.at - last) { lines.append("wait \(DurationText.write(pause))") }
            lines.append(order.line)
            last = order.at
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// To the second below ten, to five below a minute, to thirty below ten minutes, to the minute beyond; nil for less
    /// than a second.
    static func rounded(_ pause: Duration) -> Duration? {
        let seconds = Double(pause.nanoseconds) / 1_000_000_000
        let unit: Double =
            switch seconds {
            case ..<10: 1
            case ..<60: 5
            case ..<600: 30
            default: 60
            }
        let rounded = Int((seconds / unit).rounded() * unit)
        return rounded > 0 ? min(.seconds(rounded), Script.waits.upperBound) : nil
    }
}
