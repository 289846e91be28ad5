# Sourced by the other scripts: goes to the project's folder and makes .venv from requirements.lock where it is
# missing or stale. Everything it prints goes to standard error. PYTHON=... names the interpreter to use.

cd "$(dirname "${BASH_SOURCE[0]}")/.."
VENV=.venv

# A Python that is new enough and can make environments (some systems split that off), or a clear message.
find_python() {
    local candidate
    for candidate in ${PYTHON:+"$PYTHON"} python3 python3.15 python3.14 python3.13 python3.12 python3.11 python; do
        if "$candidate" -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; then
            printf '%s\n' "$candidate"
            return
        fi
    done
    echo "vs-sim needs Python 3.11 or newer, with the modules venv and ensurepip (on Debian: python3-venv)." >&2
    echo "None was found. Install one, or name it: PYTHON=/path/to/python3 $0" >&2
    exit 2
}

# The interpreter of .venv and what it was made from, in one word.
wanted_stamp() {
    "$VENV/bin/python" - requirements.lock pyproject.toml <<'PYTHON' 2>/dev/null
import hashlib, pathlib, sys
digest = hashlib.sha256(sys.version.encode() + str(pathlib.Path.cwd()).encode())
for name in sys.argv[1:]:
    digest.update(pathlib.Path(name).read_bytes())
print(digest.hexdigest())
PYTHON
}

is_fresh() {
    [ -x "$VENV/bin/python" ] && [ -f "$VENV/stamp" ] && [ "$(cat "$VENV/stamp")" = "$(wanted_stamp)" ]
}

# The stamp is written last: an environment whose making was interrupted is stale.
make_environment() {
    local python pip
    rm -f "$VENV/stamp"
    if ! "$VENV/bin/python" -c 'import sys, pip; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; then
        python=$(find_python)
        echo "vs-sim: making $VENV with $("$python" --version) (once; about a minute) ..." >&2
        "$python" -m venv --clear "$VENV" >&2
    else
        echo "vs-sim: bringing $VENV up to date ..." >&2
    fi
    pip=("$VENV/bin/python" -m pip -qq --disable-pip-version-check)
    "${pip[@]}" install --require-hashes -r requirements.lock >&2
    "${pip[@]}" install --no-deps --no-build-isolation -e . >&2
    wanted_stamp >"$VENV/stamp"
}

# Two scripts started at once must not both make it; where flock is missing that is left to luck.
ensure_environment() {
    is_fresh && return
    if command -v flock >/dev/null 2>&1; then
        exec 9>.venv.lock
        flock 9
        is_fresh || make_environment
        exec 9>&-
    else
        make_environment
    fi
}

ensure_environment
