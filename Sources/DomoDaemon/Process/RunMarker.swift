import DomoSystem

/// A file in the state folder while the daemon runs: a start that finds it follows a run that did not end by itself, such
/// as after a crash or a power cut.
struct RunMarker: Sendable {
    private let path: String

    init(folder: String) { path = "\(folder)/\(StateFolder.running)" }

    /// Notes that the daemon runs.
    ///
    /// - Returns: whether the previous run did not end by itself.
    func begin(warn: (String) -> Void) -> Bool {
        let isThere = FileBytes.isThere(path)
        guard !isThere else { return true }
        do throws(FileBytes.Fault) {
            // Without waiting for the disk: a power cut in the first seconds of a run may go unnoticed.
            try FileBytes.create(path)
        } catch {
            warn("\(path): \(error.message); a crash will not be noticed")
        }
        return false
    }

    /// The run ends by itself.
    func end(warn: (String) -> Void) {
        do throws(FileBytes.Fault) {
            try FileBytes.remove(path)
        } catch {
            warn("\(path): \(error.message)")
        }
    }
}
