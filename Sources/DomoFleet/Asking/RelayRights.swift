import DomoBridge

/// For whom a relay gives lines to a house.
struct RelayRights: Sendable {
    let house: HouseID
    /// The program, for the log of the house.
    let principal: String
    /// For lines before `login`.
    let token: Secret?
    let exchange: HouseRelay.Exchange?
}
