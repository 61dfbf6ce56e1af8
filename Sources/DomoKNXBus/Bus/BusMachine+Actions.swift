import DomoKNX

// Parts append their actions to the buffer of the machine.

extension [BusMachine.Action] {
    mutating func append(_ action: KNXLinkAction) { append(.link(action)) }

    mutating func append(_ input: BusInput) { append(.connection(input)) }
}
