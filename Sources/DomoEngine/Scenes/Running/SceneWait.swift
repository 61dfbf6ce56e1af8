import DomoLanguage
import DomoModel

/// `wait until`
struct SceneWait: Sendable {
    let test: Script.Test
    let duration: Duration?
    /// Nil where it may take as long as it takes.
    let deadline: Instant?
    /// Since when it holds; nil while it doesn't.
    var holdsSince: Timestamp?

    init(_ test: Script.Test, for duration: Duration?, deadline: Instant?) {
        self.test = test
        self.duration = duration
        self.deadline = deadline
    }
}
