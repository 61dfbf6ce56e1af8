import DomoLanguage
import DomoModel
import DomoNATS

/// Decides which keys of houses are signed. It does no I/O: what the register says about a house goes in, and comes out
/// changed.
struct EnrolmentDesk: Sendable {
    let account: NKey
    /// The account's signing key with the template of houses.
    let signer: NKeySeed
    /// How long credentials are valid.
    let validity: Duration

    /// The first key of a house, with a code.
    func enroll(
        _ house: inout RegisteredHouse?,
        _ request: EnrolmentRequest,
        at now: Timestamp
    ) throws(Fault) -> NATSJWT {
        let newCode = "ask the operator for a new code"
        guard var registered = house, var code = registered.code, code.key == request.asker else {
            throw Fault(.notAllowed, "this code is no longer valid", hint: newCode)
        }
        guard code.expires > now else {
            throw Fault(.notAllowed, "this code expired at \(code.expires.rfc3339)", hint: newCode)
        }
        if let used = code.used {
            // The reply may have been lost: the same key again.
            guard registered.key == request.key, registered.revoked == nil else {
                throw Fault(
                    .notAllowed,
                    "this code was used at \(used.rfc3339) by another installation",
                    hint: "\(newCode); if that was nobody you know, have the operator revoke the house"
                )
            }
        }
        code.used = code.used ?? now
        registered.code = code
        (registered.key, registered.next, registered.revoked) = (request.key, nil, nil)
        let jwt = try sign(request.key, of: &registered, at: now)
        house = registered
        return jwt
    }

    /// A new key of a house, with its key or the one that was signed last: the reply to that may have been lost.
    func renew(
        _ house: inout RegisteredHouse?,
        _ request: EnrolmentRequest,
        at now: Timestamp
    ) throws(Fault) -> NATSJWT {
        guard var registered = house, registered.key != nil else {
            throw Fault(.notAllowed, "the fleet does not know this house", hint: "ask the operator for a code")
        }
        if let revoked = registered.revoked {
            let what = "the house was revoked at \(revoked.rfc3339)"
            throw Fault(.notAllowed, what, hint: "ask the operator for a new code")
        }
        guard request.asker == registered.key || request.asker == registered.next else {
            throw Fault(
                .notAllowed,
                "these credentials were replaced: somebody else may have used a copy of them",
                hint: "have the operator revoke the house, and enroll it again"
            )
        }
        registered.key = request.asker
        registered.next = request.key
        let jwt = try sign(request.key, of: &registered, at: now)
        house = registered
        return jwt
    }

    private func sign(_ key: NKey, of house: inout RegisteredHouse, at now: Timestamp) throws(Fault) -> NATSJWT {
        let seconds = now.milliseconds / 1000
        let end = seconds + validity.components.seconds
        house.expires = Timestamp(milliseconds: end * 1000)
        do throws(NKeyFault) {
            return try sign(key, of: house.house, named: house.name, at: seconds, end: end)
        } catch {
            throw Fault(.badConfiguration, "the key can't be signed: \(error)")
        }
    }

    /// - Parameters:
    ///   - name: what people call the house.
    ///   - now: seconds since 1970, as is `end`.
    func sign(
        _ key: NKey,
        of house: HouseID,
        named name: String?,
        at now: Int64,
        end: Int64
    ) throws(NKeyFault) -> NATSJWT {
        try NATSJWT(
            .user(UserClaims(account: account, rights: nil, tags: Permissions.tags(of: house, named: name))),
            about: key,
            name: house.text,
            issuedAt: now,
            expires: end,
            signedBy: signer
        )
    }
}
