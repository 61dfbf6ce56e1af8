/// The options of a line, in their order.
struct GivenOptions: Sendable {
    struct Given: Sendable {
        var option: VerbOption
        /// Empty for an option without a value.
        var value: String
        /// Of the value, if it is a word of its own.
        var column: Int
    }

    private(set) var all: [Given] = []

    func last(_ name: String) -> Given? { all.last { $0.option.name == name } }

    mutating func add(_ option: VerbOption, _ value: String, column: Int) {
        all.append(Given(option: option, value: value, column: column))
    }
}
