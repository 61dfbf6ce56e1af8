import DomoEngine

extension Principal {
    /// May do everything.
    static let ana = Principal.user(0, name: "ana")
    /// A user without any rule.
    static let eva = Principal.user(1000, name: "eva")
}
