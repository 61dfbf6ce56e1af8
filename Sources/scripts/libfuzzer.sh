#!/bin/sh
# libfuzzer.sh FOLDER [TARGET…] [-FLAG=VALUE…]: builds domo for libFuzzer below FOLDER, which also keeps what each
# target has learned, and runs it on the targets, else on all, for a minute each unless a flag says otherwise.
# An input that something fails on is left as FOLDER/TARGET/crash-…, and tried again by domo-fuzz TARGET --file.
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

# SwiftPM does not link a program whose main function is another's: it makes a library.
export DOMO_LIBFUZZER=1
build() { "$swift" build -c release --scratch-path "$folder/build" "$@"; }
build --product DomoLibFuzzer || exit 1
products=$(build --show-bin-path) || exit 1
program=$folder/domo-libfuzzer
# All of the library: a linker leaves out files that nothing names, such as those of conformances alone, and what looks
# for them as it runs reads from nowhere.
ld -r --whole-archive -o "$folder/domo.o" "$products/libDomoLibFuzzer.a" || exit 1
"${swift}c" -sanitize=fuzzer -o "$program" "$folder/domo.o" || exit 1

failed=0
for target in $targets; do
    work=$folder/$target
    mkdir -p "$work/seeds" "$work/learned" || exit 1
    echo "$target"
    # Swift's own backtraces take minutes, and would come between a crash and libFuzzer.
    SWIFT_BACKTRACE=enable=no DOMO_FUZZ_TARGET=$target DOMO_FUZZ_FOLDER=$work \
        "$program" -rss_limit_mb=512 -timeout=10 -print_final_stats=1 \
        -artifact_prefix="$work/" $flags "$work/learned" "$work/seeds" || failed=1
done
exit $failed
