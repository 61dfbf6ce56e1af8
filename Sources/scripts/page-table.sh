#!/bin/sh
# Writes Sources/CWebPage/CWebPage.c, which embeds all files of the page, and the description of the API. With --check it only looks whether it would change.
set -eu
cd "$(dirname "$0")/../CWebPage"
table=$(mktemp)
trap 'rm -f "$table"' EXIT
files=$(find openapi.json page -type f ! -name '.*' | LC_ALL=C sort)
{
    echo '// Made by `sh Sources/scripts/page-table.sh`: do not change it by hand.'
    echo '#include "CWebPage.h"'
    echo
    echo '#pragma clang diagnostic ignored "-Wc23-extensions"'
    number=0
    for file in $files; do
        printf '\nstatic const unsigned char file%d[] = {\n#embed "%s"\n};\n' "$number" "$file"
        number=$((number + 1))
    done
    printf '\nconst DomoPageFile domo_page_files[] = {\n'
    number=0
    for file in $files; do
        printf '    {"%s", file%d, sizeof file%d},\n' "${file#page/}" "$number" "$number"
        number=$((number + 1))
    done
    echo '};'
    echo 'const size_t domo_page_file_count = sizeof domo_page_files / sizeof *domo_page_files;'
} > "$table"
if [ "${1:-}" = --check ]; then
    cmp -s "$table" CWebPage.c && exit 0
    echo 'Sources/CWebPage/CWebPage.c is not what the folder page holds: sh Sources/scripts/page-table.sh' >&2
    exit 1
fi
cat "$table" > CWebPage.c
