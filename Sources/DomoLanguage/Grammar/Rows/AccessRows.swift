import DomoModel

// The verbs for who may do what.

extension VerbRows {
    static let token = VerbRow(
        "token",
        "Manage the tokens with which phones, tablets and programs act for a user.",
        needs: .read,
        Form(
            "new",
            .operand("NAME", .nothing, "The device or program that uses it."),
            .option(
                VerbOption(
                    "--role",
                    value: "read|act|manage",
                    .words(["read", "act", "manage"]),
                    "The role; yours by default, but at most act."
                )
            ),
            .option(.place),
            .option(VerbOption("--expires", value: "DURATION", "The lifetime: 30d.")),
            .option(
                VerbOption(
                    "--doors",
                    help: "Let it give orders for locks, gates, garages and doors; manage always may."
                )
            ),
            .option(
                VerbOption("--may-create-tokens", help: "Let it create tokens although its role is below manage.")
            ),
            .either(
                VerbOption("--code", help: "Create a single-use code instead of a token."),
                VerbOption(
                    "--qr",
                    help: "Create a code and show its link as a QR code; needs --url and the package libqrencode4."
                ).for(.commandLine)
            ),
            .option(VerbOption("--url", value: "URL", "The URL of domo-web, for the link.").for(.commandLine))
        ) { arguments throws(UsageError) in .token(.new(try NewToken(arguments))) },
        Form("list") { _ in .token(.list) },
        Form(
            "revoke",
            .operand("NAME"),
            .either(
                VerbOption("--yes", help: "Revoke the tokens that it has made, too."),
                VerbOption("--alone", help: "Revoke only this token; those that it has made stay.")
            )
        ) {
            .token(
                .revoke(name: $0.operands[0], $0.has("--yes") ? .tree : $0.has("--alone") ? .alone : .ask)
            )
        },
        Form(
            "doors",
            .operand("NAME"),
            .operand(
                "on|off",
                .words(["on", "off"]),
                "Whether it may give orders for locks, gates, garages and doors."
            )
        ) { arguments throws(UsageError) in
            .token(.doors(name: arguments.operands[0], try arguments.operand(1, TokenStep.readSwitch)))
        }
    )

    static let hook = VerbRow(
        "hook",
        "Manage the hooks with which other programs start a scene, and devices report their state.",
        needs: .manage,
        needsAllPlaces: true,
        Form(
            "new",
            .operand("NAME", .nothing, "The name of the hook, which is a part of its address."),
            .required(VerbOption("--scene", value: "SCENE", .scenes, "The scene that it starts.")),
            .options(.place, doors, signed)
        ) { arguments throws(UsageError) in .hook(.new(try NewHook(forScene: arguments))) },
        Form(
            "new",
            .operand("NAME"),
            .required(VerbOption("--element", value: "ELEMENT", .elements(nil), "The element whose state it reports.")),
            .option(
                VerbOption(
                    "--as",
                    value: "TYPE",
                    .words(FacetType.allCases.map(\.word)),
                    "The type, if the element has several."
                )
            ),
            .option(
                VerbOption(
                    "--field",
                    value: "NAME",
                    "The name of the value in the body or the query; value by default."
                )
            ),
            .option(
                VerbOption("--values", value: "WORD=VALUE,…", "What the device's words mean: open=on,closed=off.")
            ),
            .either(
                signed,
                VerbOption("--in-url", help: "The secret is a part of the address: weaker, and only for reports.")
            )
        ) { arguments throws(UsageError) in .hook(.new(try NewHook(forReport: arguments))) },
        Form("list") { _ in .hook(.list) },
        Form("revoke", .operand("NAME")) { .hook(.revoke(name: $0.operands[0])) }
    )

    private static let doors = VerbOption(
        "--doors",
        help: "Let the scene give orders for locks, gates, garages and doors."
    )
    private static let signed = VerbOption("--signed", help: "Each delivery is signed, with its time.")

    static let knock = VerbRow(
        "knock",
        "Pass on what came in to a hook, with its body in base64: for domo-web.",
        needs: .none,
        Form(
            .either(
                VerbOption("--secret", value: "SECRET", "The secret."),
                VerbOption("--signature", value: "SIGNATURES", "The signatures: v1,BASE64.")
            ),
            .option(VerbOption("--time", value: "SECONDS", "The time that was signed, in seconds since 1970.")),
            .option(VerbOption("--in-url", help: "The secret was in the address.")),
            .option(VerbOption("--form", help: "The body has the pairs of a form.")),
            .option(VerbOption("--delivery", value: "ID", "The sender's identity of the delivery.")),
            .option(.from("The address of the sender.")),
            .operand("NAME"),
            .optional("BODY")
        ) { arguments throws(UsageError) in .knock(try Knock(arguments)) }
    )

    static let claim = VerbRow(
        "claim",
        "Exchange a single-use code for a token.",
        needs: .none,
        Form(
            .option(VerbOption("--look", help: "Only show what the token would be; the code can still be used.")),
            .option(.from("The address of the user, if it is not this machine.")),
            .operand("CODE")
        ) { arguments throws(UsageError) in
            .claim(code: arguments.operands[0], isLook: arguments.has("--look"), from: try arguments.address())
        }
    )

    static let login = VerbRow(
        "login",
        "Act as the user of the token from the next line on.",
        needs: .none,
        Form(.option(.from("The address of its user, for the list of tokens.")), .operand("TOKEN"), for: .lines) {
            arguments throws(UsageError) in
            .login(token: arguments.operands[0], from: try arguments.address())
        },
        Form(
            .option(.from("The address of its user, for the list of tokens.")),
            .option(
                VerbOption(
                    "--token-file",
                    value: "FILE",
                    .files,
                    "The file whose first line is the token; - is standard input, the default."
                ).for(.commandLine)
            ),
            // It is refused with its own reason.
            .hidden(Operand("TOKEN"))
        )
    )

    static let logout = VerbRow(
        "logout",
        "Act as the user of the connection again.",
        needs: .none,
        Form { _ in .logout }
    )
}
