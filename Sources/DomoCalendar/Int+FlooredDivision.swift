extension Int {
    /// The quotient rounded down, and what is left: never below zero.
    ///
    /// - Parameter divisor: above zero.
    func flooredDivision(by divisor: Int) -> (quotient: Int, remainder: Int) {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}
