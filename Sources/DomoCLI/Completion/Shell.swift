import DomoLanguage

/// A shell that domo completes words for. Its script only passes the words on: `domo complete` knows the verbs, and asks
/// the daemon.
enum Shell: String, CaseIterable {
    case bash, zsh, fish

    var script: String {
        switch self {
        case .bash:
            """
            # Words after domo, for bash.
            _domo() {
                local answer
                answer=$(domo complete bash "$COMP_CWORD" "${COMP_WORDS[@]}" 2>/dev/null)
                if [ $? -eq \(Completion.filesStatus.rawValue) ]; then
                    compopt -o filenames
                    mapfile -t COMPREPLY < <(compgen -f -- "${COMP_WORDS[COMP_CWORD]}")
                elif [ -n "$answer" ]; then
                    mapfile -t COMPREPLY <<< "$answer"
                else
                    COMPREPLY=()
                fi
            }
            complete -F _domo domo

            """
        case .zsh:
            """
            #compdef domo
            # Words after domo, for zsh.
            _domo() {
                local answer
                answer=$(domo complete zsh $((CURRENT - 1)) "${words[@]}" 2>/dev/null)
                if (( $? == \(Completion.filesStatus.rawValue) )); then
                    _files
                elif [[ -n $answer ]]; then
                    compadd -- "${(@f)answer}"
                fi
            }
            if [[ $funcstack[1] == _domo ]]; then _domo "$@"; else compdef _domo domo; fi

            """
        case .fish:
            """
            # Words after domo, for fish.
            function __domo_complete
                set -l before (commandline -opc)
                set -l current (commandline -ct)
                domo complete fish (count $before) $before "$current" 2>/dev/null
                if test $status -eq \(Completion.filesStatus.rawValue)
                    __fish_complete_path "$current"
                end
            end
            complete -c domo -f -a '(__domo_complete)'

            """
        }
    }
}
