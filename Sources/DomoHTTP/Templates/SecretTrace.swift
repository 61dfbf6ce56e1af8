/// Notes whether anything was rendered that people are not shown, or that only looks like it.
final class SecretTrace {
    private(set) var isTouched = false

    func touch() { isTouched = true }
}
