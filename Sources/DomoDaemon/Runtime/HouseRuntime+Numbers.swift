import DomoEngine
import Logging

// Order numbers, reserved before they are used.

extension HouseRuntime {
    /// Called after each input, which may have contained orders.
    func reserveNumbers() {
        guard let step = numbers?.step(last: lastOrder) else { return }
        switch step {
        case .nothing: break
        case .reserve(upTo: let number):
            numbers?.numbers.reserve(upTo: number) { self.put(.reserved(upTo: number, problem: $0)) }
        case .leave:
            log.warning("order numbers are used up faster than they can be reserved")
            takeUnusedNumbers()
        }
    }

    func reserved(upTo number: UInt64, problem: String?) {
        let isBeyond = numbers?.hasReserved(upTo: number, isDone: problem == nil, last: lastOrder) ?? false
        if let problem { log.error("\(problem)") }
        if isBeyond { takeUnusedNumbers() }
    }

    private func takeUnusedNumbers() {
        guard let number = numbers?.numbers.unusedNumber() else { return }
        log.warning("orders are numbered from \(number + 1) on, which no earlier order used")
        handle(.numbersTaken(upTo: number))
    }
}
