import DomoEngine
import DomoLanguage

/// Who is at the other end of a connection.
struct ConnectionIdentity {
    private(set) var peer: Principal
    /// The principal of the token after a login.
    private var signedIn: Principal?
    /// Nil once the user has its name.
    private var names: UserNames?
    /// Whether the principal sees everything, at a revision of the ready replies.
    private var seesEverything = false
    private var sightRevision: UInt64?

    init(_ peer: Principal, names: UserNames) {
        self.peer = peer
        self.names = names
    }

    var principal: Principal { signedIn ?? peer }

    mutating func become(_ principal: Principal?) {
        signedIn = principal
        sightRevision = nil
    }

    /// Gives the user its name, if that is known by now.
    mutating func nameUser() {
        guard let names, case .user(var user) = peer, let name = names[user.id] else { return }
        user.name = name
        peer = .user(user)
        self.names = nil
        sightRevision = nil
    }

    /// Whether the principal sees everything. Rights change only with inputs.
    mutating func seesEverything(in runtime: isolated HouseRuntime) -> Bool {
        if sightRevision != runtime.ready.revision {
            nameUser()
            (sightRevision, seesEverything) = (runtime.ready.revision, runtime.engine.seesEverything(principal))
        }
        return seesEverything
    }
}
