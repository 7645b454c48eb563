#!/usr/bin/env bash
# Install the browser that looks at our pages in the slow tests, where there is none yet.
set -euo pipefail

if command -v chromium >/dev/null; then
    exit 0
fi
if ! command -v apt-get >/dev/null || [ "$(id -u)" -ne 0 ]; then
    echo "No Chromium: the tests of the pages will be skipped. Install it with: sudo apt-get install chromium" >&2
    exit 0
fi
echo "Installing Chromium (once; takes a minute or two) ..." >&2
{ apt-get -qq update && DEBIAN_FRONTEND=noninteractive apt-get -qq install -y --no-install-recommends chromium; } >/dev/null ||
    echo "apt-get could not install chromium: the tests of the pages will be skipped." >&2
