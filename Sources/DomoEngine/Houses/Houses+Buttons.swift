import DomoLanguage
import DomoModel

// Push buttons: what acts each time has one action, `press`, and no state of its own.

extension Houses {
    /// The representatives of all push buttons: by the house files, or because their link knows that each signal acts.
    static func buttons(_ catalog: Catalog, _ bindings: SharedBindings) -> Set<ElementID> {
        let index = catalog.index
        var found: Set<ElementID> = []
        for number in index.elements.indices where index.elements[number].details?.button != nil {
            found.insert(bindings.representative(of: ElementID(number)))
        }
        for path in catalog.links.flatMap(\.profile.buttons) {
            guard let id = index.element(at: path), index[id].types.contains(.binary), !index[id].isVirtual else {
                continue
            }
            found.insert(bindings.representative(of: id))
        }
        return found
    }

    /// How a push button is pressed; of several names of one, the first that says so.
    private func button(_ id: ElementID) -> Details.Button? {
        self[id].details?.button
            ?? twins(of: representative(of: id)).lazy.compactMap { self[$0].details?.button }.first
    }

    /// The value that a wish means for an element, if that does not depend on the state; otherwise nil.
    func absoluteValue(of wish: Order.Wish, for id: ElementID) throws(Fault) -> Value? {
        let value = try wish.absoluteValue(for: self[id])
        guard isButton(id) else {
            guard value == .press else { return value }
            throw Fault(
                .refusedValue,
                "\(path(of: id)) is not a push button",
                hint: "use on or off, or mark it with Pulsador (Button) in the house file"
            )
        }
        switch value {
        case .on, .press: return .press
        case nil: return wish == .toggle ? .press : nil
        case .off:
            throw Fault(
                .refusedValue,
                "\(path(of: id)) is a push button, which can't be switched off",
                hint: "use \"domo set \(Words.quoted(path(of: id))) press\""
            )
        case .level, .dimming, .up, .down, .stop, .number, .text, .colour: return value
        }
    }

    /// What the link is given for a value: for a press, what the button sends.
    func signalled(_ value: Value, of id: ElementID) -> Value { value == .press ? button(id)?.value ?? .on : value }

    /// Whether a value must not be sent a second time, because the house file says that it acts each time. Of other buttons
    /// their link knows.
    func isSentOnce(_ value: Value, of id: ElementID) -> Bool { value == .press && button(id) != nil }

    /// The time after which the opposite of what a press sends follows; nil if the house itself ends its pulse.
    func pulse(of id: ElementID) -> Duration? { button(id)?.pulse }

    /// What ends the pulse of a button.
    func pulseEnd(of id: ElementID) -> Value { button(id)?.end ?? .off }

    /// What follows the signal of a value, for people.
    func pulseText(_ value: Value, of id: ElementID) -> String {
        guard value == .press, let pulse = pulse(of: id) else { return "" }
        return ", then \(pulseEnd(of: id).word) after \(DurationText.write(pulse))"
    }
}
