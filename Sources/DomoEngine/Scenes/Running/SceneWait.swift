import DomoLanguage
import DomoModel

/// `wait until`
struct SceneWait: Sendable {
    let test: Script.Test
    let duration: Duration?
    /// Nil without a time limit.
    let deadline: Instant?
    /// Until when it has to hold; nil while it doesn't.
    var until: Instant?

    init(_ test: Script.Test, for duration: Duration?, deadline: Instant?) {
        self.test = test
        self.duration = duration
        self.deadline = deadline
    }
}
