import DomoKNX
import DomoSystem
import Glibc
import Synchronization

/// The KNX interface that was last found at each URL of the configuration, saved in a small file in the state folder.
/// It identifies an interface whose address has changed, even after a restart.
///
/// Each line holds a URL, a serial number and a MAC address.
final class KnownInterfaces: Sendable {
    private struct State {
        var interfaces: [String: InterfaceIdentity]
        var isWriting = false
    }

    static let maxBytes = 64 * 1024

    private let path: String
    private let state: Mutex<State>

    /// Reads the file. If it can't be read, the list starts empty.
    init(folder: String, warn: (String) -> Void) {
        path = "\(folder)/knx-interfaces"
        var interfaces: [String: InterfaceIdentity] = [:]
        do throws(FileBytes.Fault) {
            let text = String(decoding: try FileBytes.read(path, maxBytes: Self.maxBytes), as: UTF8.self)
            for line in text.split(separator: "\n") {
                let words = line.split(separator: " ")
                // A MAC address is 48 bits in hexadecimal digits, like a serial number.
                guard words.count == 3, let serial = SerialNumber(words[1]), let mac = SerialNumber(words[2]) else {
                    warn("\(path): skipped an invalid line: \"\(line.prefix(80))\"")
                    continue
                }
                interfaces[String(words[0])] = InterfaceIdentity(serialNumber: serial, mac: MACAddress(raw: mac.raw))
            }
        } catch {
            if error.code != ENOENT { warn("\(path): can't be read: \(error.message)") }
        }
        state = Mutex(State(interfaces: interfaces))
    }

    subscript(url: String) -> InterfaceIdentity? { state.withLock { $0.interfaces[url] } }

    /// Saves the identity, on a separate thread, if it has changed.
    ///
    /// - Parameter failed: called on any thread with an error message.
    func note(_ identity: InterfaceIdentity, at url: String, failed: @escaping @Sendable (String) -> Void) {
        let isFirst = state.withLock { state in
            guard state.interfaces[url] != identity else { return false }
            state.interfaces[url] = identity
            defer { state.isWriting = true }
            return !state.isWriting
        }
        guard isFirst else { return }
        do throws(ThreadFault) {
            try WorkerThread.start(name: "domo-interfaces") { self.write(failed: failed) }
        } catch {
            state.withLock { $0.isWriting = false }
            failed("\(path): can't be written: \(error)")
        }
    }

    /// Writes until the file holds what is known.
    private func write(failed: (String) -> Void) {
        while true {
            let interfaces = state.withLock(\.interfaces)
            let lines = interfaces.sorted { $0.key < $1.key }.map { "\($0) \($1.serialNumber) \($1.mac)\n" }
            do throws(FileBytes.Fault) {
                try FileBytes.replace(path, with: Array(lines.joined().utf8))
            } catch {
                failed("\(path): can't be written: \(error.message)")
            }
            let isDone = state.withLock { state in
                state.isWriting = state.interfaces != interfaces
                return !state.isWriting
            }
            if isDone { return }
        }
    }
}
