import DomoLanguage
import DomoSystem

/// Mainly for `domo -` and programs, where it applies to the following lines of the connection. By itself, it shows what
/// a token allows.
enum LoginVerb: VerbCommand {
    static let discussion = """
        The token is the first line of the file, or of standard input, and not an argument: every user of the machine \
        can read the arguments of a running program in /proc. In lines for "domo -" and on the control socket, it \
        follows login. The command shows the name, the role and the places of the token.
        """

    private static let maxBytes = 4096

    /// The token is read first.
    static func run(_ invocation: Invocation) throws(Fault) -> ExitStatus {
        guard invocation.arguments.operands.isEmpty else {
            throw Fault(
                .badRequest,
                "login takes no argument: every user of this machine can read a token there, in /proc",
                hint:
                    "pass the token on standard input, or with --token-file FILE; revoke a token that others may have read"
            )
        }
        let token = try token(invocation.value("--token-file") ?? "-")
        return try invocation.conversation.run(CheckedLine(.login(token: token, from: invocation.value("--from"))))
    }

    private static func token(_ tokenFile: String) throws(Fault) -> String {
        let isInput = tokenFile == "-"
        let name = isInput ? "standard input" : tokenFile
        let bytes: [UInt8]
        if isInput {
            bytes = Array((readLine() ?? "").utf8)
        } else {
            do throws(FileBytes.Fault) {
                bytes = try FileBytes.read(tokenFile, maxBytes: maxBytes)
            } catch {
                throw Fault(.noSuchFile, "can't read \(tokenFile): \(error.message)")
            }
        }
        let token = bytes.prefix { $0 > 0x20 }
        guard !token.isEmpty, token.count <= maxBytes else {
            throw Fault(
                .badRequest,
                "\(name) begins with no token",
                hint: "its first line must be the token that \"domo token new NAME\" has printed"
            )
        }
        return String(decoding: token, as: UTF8.self)
    }

    static func text(_ answer: Answer, _ rendering: Rendering) throws(Fault) -> String {
        rendering.session(try answer.decode())
    }
}
