// Scripts as they are written: what is printed here is read back as the same.

extension Trigger {
    /// `at sunset+15m`, `when HomeSecurity on for 10s`
    public var text: String { "" }
}

extension Condition {
    /// Without the `if`: `HomeSecurity off`, `between 22:00 and sunrise`
    public var text: String { "" }
}

extension Script.Test {
    /// `HomeSecurity off`, `Thermometer above 25`
    public var text: String { "" }
}

extension Script.Step {
    /// The step's first line, without the steps that it holds: `if HomeSecurity off:`
    public var text: String {
        guard case .order(let order, _) = kind else { return "" }
        return order.line
    }
}
