import DomoLanguage

/// The output of `domo help --json`: the verbs with their forms and options, for programs. The man page is made from it.
enum HelpDump {
    static var json: String {
        var json = JSONWriter()
        json.object { json in
            json.optional("abstract", HelpPage.abstract)
            json.optional("discussion", HelpText.discussion)
            json.key("options")
            json.array(CommandLineWords.options) { json, option in
                json.object { json in
                    json.optional("names", option.0)
                    json.optional("help", option.1)
                }
            }
            json.key("verbs")
            json.array(KnownVerb.all, write)
        }
        return String(decoding: json.bytes, as: UTF8.self) + "\n"
    }

    private static func write(to json: inout JSONWriter, _ verb: KnownVerb) {
        json.object { json in
            json.optional("word", verb.row.word)
            json.optional("abstract", verb.row.abstract)
            json.optional("discussion", verb.command.discussion)
            json.key("usages")
            json.array(verb.row.usages(.commandLine)) { json, usage in json.string(usage) }
            json.key("arguments")
            json.array(HelpPage.operands(of: verb.row)) { json, operand in
                json.object { json in
                    json.optional("name", operand.name)
                    json.optional("help", operand.help)
                }
            }
            json.key("options")
            json.array(verb.row.shownOptions(.commandLine)) { json, option in
                json.object { json in
                    json.key("names")
                    json.array(option.names) { json, name in json.string(name) }
                    json.optional("value", option.value)
                    json.optional("help", option.help)
                }
            }
        }
    }
}
