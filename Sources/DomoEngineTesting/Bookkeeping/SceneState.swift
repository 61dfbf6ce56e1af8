/// A scene as seen from outside.
struct SceneState {
    var isRunning = false
}
