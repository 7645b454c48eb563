# shellcheck shell=bash
# The virtual environment of one version. It sees the system's packages, because libcamera, picamera2 and
# lgpio come from apt only. What those were compiled against must stay: NumPy is the system's own.

# The last OpenCV that works with NumPy 1.
opencv_for_numpy_1=4.10.0.84

# Not just any python3: packages from apt belong to the system's own.
system_python() { if [ -z "$root" ]; then /usr/bin/python3 "$@"; else python3 "$@"; fi; }

system_numpy() { system_python -c 'import numpy; print(numpy.__version__)' 2>/dev/null; }

# The project's tested versions, with NumPy as the system has it.
constraints_for() {
    local numpy=$1 file=$2
    grep -viE '^numpy==' "$file" | case $numpy in
        1.*) sed -E "s/^(opencv-python-headless)==.*/\1==$opencv_for_numpy_1/I" ;;
        *) cat ;;
    esac
    echo "numpy==$numpy"
}

# What a Pi needs on top and apt does not bring.
pi_requirements() {
    system_python - "$1/pyproject.toml" <<'PY'
import re
import sys
import tomllib

with open(sys.argv[1], "rb") as file:
    extra = tomllib.load(file)["project"].get("optional-dependencies", {}).get("pi", [])
from_apt = {"lgpio", "picamera2"}
print(*(line for line in extra if re.split(r"[^\w.-]", line)[0].lower() not in from_apt), sep="\n")
PY
}

make_environment() {
    local folder=$1 numpy=$2 python=$1/.venv/bin/python
    local constraints=$folder/constraints-here.txt requirements
    step "Python" "Check the network and run this again; the version that is installed was not touched."
    tell "making an environment with NumPy $numpy of the system; this takes a few minutes"
    must system_python -m venv --system-site-packages "$folder/.venv"
    if [ "$dry_run" = yes ]; then
        say "    would run: pip install -c constraints.txt (with NumPy $numpy) $folder"
        return
    fi
    constraints_for "$numpy" "$folder/constraints.txt" >"$constraints"
    mapfile -t requirements < <(pi_requirements "$folder")
    # What was fetched is kept: most updates change nothing of it.
    must "$python" -m pip install --disable-pip-version-check --no-input --cache-dir "$pip_cache" \
        -c "$constraints" "$folder" "${requirements[@]}"
    # Building leaves its shavings in the folder.
    rm -rf "$folder/build" "$folder"/*.egg-info
}

# Load everything that was compiled, before anybody depends on it.
try_environment() {
    local folder=$1
    step "Trial" "Please report this with $log; the version that is installed was not touched."
    if [ "$dry_run" = yes ]; then return; fi
    must "$folder/.venv/bin/python" -c 'import cv2, numpy, msgspec; print(cv2.__version__, numpy.__version__)'
    must "$folder/.venv/bin/companion" --version
    if is_installed python3-picamera2; then must "$folder/.venv/bin/python" -c 'import picamera2'; fi
    if is_installed python3-lgpio; then must "$folder/.venv/bin/python" -c 'import lgpio'; fi
    tell "OpenCV, NumPy and the companion load together"
}
