import DomoBridge
import DomoJSON
import DomoLanguage
import DomoNATS
import DomoSystem

/// The key of a house that is being enrolled, in a file beside the credentials. It is written before the key is sent: if
/// the program ends before it has the reply, the code is used up, but stays good for this key.
struct EnrolmentDraft: Equatable {
    /// That of the user in the code.
    let code: NKey
    let seed: Secret

    static func path(beside credentials: String) -> String { "\(credentials).enrolling" }

    /// - Returns: nil if there is none.
    static func read(beside credentials: String) throws(HouseFault) -> EnrolmentDraft? {
        let path = path(beside: credentials)
        return FileBytes.isThere(path) ? try EnrolmentDraft(path: path) : nil
    }

    func write(beside credentials: String) throws(HouseFault) {
        try OwnedFile.replace(Self.path(beside: credentials), with: json)
    }

    static func remove(beside credentials: String) throws(HouseFault) {
        let path = path(beside: credentials)
        do throws(FileBytes.Fault) {
            try FileBytes.remove(path)
        } catch {
            throw HouseFault("can't remove \(path): \(error.message)")
        }
    }
}

extension EnrolmentDraft: StoredCredentials {
    var json: [UInt8] {
        var json = JSONWriter()
        json.object { json in
            json.key("v")
            json.number(CredentialsFile.format)
            json.key("code")
            json.string("\(code)")
            json.key("seed")
            json.string(seed.value)
        }
        json.newline()
        return json.bytes
    }

    init(json bytes: [UInt8]) throws(HouseFault) {
        let root = try CredentialsFile.root(bytes)
        do throws(NKeyFault) {
            code = try NKey(root["code"]?.string ?? "")
        } catch {
            throw HouseFault("it has no valid key of a code: \(error)")
        }
        seed = try HouseFields.seed(root)
    }
}
