import DomoLanguage

extension StatusView {
    var hasCrashed: Bool? { nil }
}
