import DomoFleetStore

/// A person who has signed in.
struct Visitor: Sendable {
    var holder: PersonTokens.Holder
    /// What opens the tokens of houses that the person has stored.
    var token: FleetToken
    /// Where the person is.
    var address: String

    var person: Int64 { holder.person }
}
