/// `1 house`, `2 houses`; for nouns that take an s.
public func counted(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }
