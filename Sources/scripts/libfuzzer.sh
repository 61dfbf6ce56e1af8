#!/bin/sh
# libfuzzer.sh FOLDER [TARGET…] [-FLAG=VALUE…]: builds domo for libFuzzer in FOLDER, which also keeps the
# corpus of each target, and fuzzes the given targets, or all of them, by default for a minute each.
# A failing input is saved as FOLDER/TARGET/crash-…; to reproduce it: domo-fuzz TARGET --file FILE
set -u

folder=$1
shift
swift=${SWIFT:-swift}
targets=
flags=
for word in "$@"; do
    case $word in
        -*) flags="$flags $word" ;;
        *) targets="$targets $word" ;;
    esac
done
: "${targets:=requests lines socket houses holidays zones yaml dialects answers}"
: "${flags:=-max_total_time=60}"

# SwiftPM can't link a program whose main function is in a library, so it builds a library.
export DOMO_LIBFUZZER=1
build() { "$swift" build -c release --scratch-path "$folder/build" "$@"; }
build --product DomoLibFuzzer || exit 1
products=$(build --show-bin-path) || exit 1
program=$folder/domo-libfuzzer
# Link the whole archive: a linker omits object files without referenced symbols, such as files that only contain
# conformances, and looking these up at run time would fail.
ld -r --whole-archive -o "$folder/domo.o" "$products/libDomoLibFuzzer.a" || exit 1
"${swift}c" -sanitize=fuzzer -o "$program" "$folder/domo.o" || exit 1

failed=0
for target in $targets; do
    work=$folder/$target
    mkdir -p "$work/seeds" "$work/learned" || exit 1
    echo "$target"
    # Swift's backtraces take minutes, and keep libFuzzer from seeing the crash.
    SWIFT_BACKTRACE=enable=no DOMO_FUZZ_TARGET=$target DOMO_FUZZ_FOLDER=$work \
        "$program" -rss_limit_mb=512 -timeout=10 -print_final_stats=1 \
        -artifact_prefix="$work/" $flags "$work/learned" "$work/seeds" || failed=1
done
exit $failed
