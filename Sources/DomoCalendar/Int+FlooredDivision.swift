extension Int {
    /// Euclidean division: the quotient is rounded down, and the remainder is never negative.
    ///
    /// - Parameter divisor: greater than 0.
    func flooredDivision(by divisor: Int) -> (quotient: Int, remainder: Int) {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}
