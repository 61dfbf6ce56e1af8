#!/bin/sh
# python.sh FOLDER: the same Python.
exec sh "$(dirname "$0")/../python.sh" "$1"
