import DomoFleet
import DomoFleetStore
import DomoModel
import DomoWeb
import HTTPTypes
import Hummingbird
import Synchronization

/// Who asks, and what they may do with a house. PostgreSQL is not asked again within a few seconds: so long a revoked token
/// or right goes on.
final class People: Sendable {
    /// What a person may do with a house, and how.
    struct Access: Sendable {
        var role: FleetRole
        /// The token of the house that the person has stored.
        var token: String?
    }

    private struct Key: Hashable {
        var token: Int64
        var house: HouseID
    }

    private struct Known<Value> {
        var value: Value
        var until: ContinuousClock.Instant
    }

    private struct State {
        var holders: [String: Known<PersonTokens.Holder>] = [:]
        var access: [Key: Known<Access?>] = [:]
    }

    private static let time: Duration = .seconds(5)
    private static let maxKnown = 4096

    private let workers: StoreWorkers
    private let brake = FailureBrake()
    private let origins: Origins
    private let isSecure: Bool
    private let state = Mutex(State())

    init(_ workers: StoreWorkers, _ origins: Origins, isSecure: Bool) {
        (self.workers, self.origins, self.isSecure) = (workers, origins, isSecure)
    }

    // MARK: - Signing in

    /// Who sent a request.
    ///
    /// - Throws: 401, 403 or 429.
    func visitor(of request: Request, from address: String) async throws(Problem) -> Visitor {
        let presented = try Credentials.token(in: request, isSecure: isSecure)
        try origins.checkOrigin(of: request, isBearer: presented.isBearer)
        return try await visitor(with: presented.token, from: address)
    }

    /// - Throws: 403 for a page of another origin.
    func checkOrigin(of request: Request) throws(Problem) { try origins.checkOrigin(of: request, isBearer: false) }

    /// - Throws: 401 or 429.
    func visitor(with secret: String, from address: String) async throws(Problem) -> Visitor {
        let known = state.withLock { $0.holders[secret] }
        if let token = FleetToken(secret), let known, .now < known.until {
            return Visitor(holder: known.value, token: token, address: address)
        }
        return try await brake.attempt(from: address) { () throws(Problem) in
            guard let token = FleetToken(secret) else {
                throw .unauthorized("this is not a token of the fleet, which begin with domofleet_")
            }
            let holder = try await ask { connection throws(StoreFault) in
                try PersonTokens(connection).holder(of: token, at: Moment.now().time.milliseconds)
            }
            guard let holder else { throw .unauthorized("the token is unknown, was revoked or has expired") }
            state.withLock { state in
                Self.makeRoom(in: &state.holders)
                state.holders[secret] = Known(value: holder, until: .now + Self.time)
            }
            return Visitor(holder: holder, token: token, address: address)
        }
    }

    private static func makeRoom<Key, Value>(in known: inout [Key: Known<Value>]) {
        guard known.count >= maxKnown else { return }
        known = known.filter { .now < $0.value.until }
        if known.count >= maxKnown { known = [:] }
    }

    /// Runs a query.
    func ask<Result: Sendable>(_ body: @escaping StoreWorkers.Body<Result>) async throws(Problem) -> Result {
        do throws(StoreFault) {
            return try await workers.run(body)
        } catch {
            throw Problem(error)
        }
    }

    // MARK: - Houses

    /// - Throws: 404 if the person may not see the house: whether it exists is nobody else's business.
    func access(of visitor: Visitor, to house: HouseID) async throws(Problem) -> Access {
        let key = Key(token: visitor.holder.token, house: house)
        let known = state.withLock { $0.access[key] }
        let access: Access?
        if let known, .now < known.until {
            access = known.value
        } else {
            access = try await ask { connection throws(StoreFault) in
                guard let role = try FleetDirectory(connection).role(of: visitor.person, in: house) else { return nil }
                let tokens = HouseTokens(of: visitor.holder, with: visitor.token, connection)
                return Access(role: role, token: try tokens.token(of: house))
            }
            state.withLock { state in
                Self.makeRoom(in: &state.access)
                state.access[key] = Known(value: access, until: .now + Self.time)
            }
        }
        guard let access else { throw .notFound("house \(house)") }
        return access
    }

    /// Stores the token of a house; nil removes it.
    func save(_ token: String?, of house: HouseID, for visitor: Visitor) async throws(Problem) {
        try await ask { connection throws(StoreFault) in
            let tokens = HouseTokens(of: visitor.holder, with: visitor.token, connection)
            if let token { try tokens.save(token, of: house) } else { try tokens.remove(house) }
        }
        state.withLock { $0.access[Key(token: visitor.holder.token, house: house)] = nil }
    }
}
