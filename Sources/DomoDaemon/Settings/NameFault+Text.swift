import DomoModel

extension NameFault {
    /// - Parameter what: the kind of thing that was looked up.
    func text(unknown what: String) -> String {
        switch self {
        case .unknown(let name, let suggestions):
            "there is no \(what) \"\(name)\"" + (suggestions.first.map { "; did you mean \"\($0)\"?" } ?? "")
        case .ambiguous(let name, let candidates):
            "\"\(name)\" is ambiguous; use one of \(candidates.map { "\"\($0)\"" }.joined(separator: ", "))"
        }
    }
}
