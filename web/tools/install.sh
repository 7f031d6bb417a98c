#!/usr/bin/env bash
# npm ci, by a Node as new as the build wants: npm leaves out, without a word, what its own Node is
# too old for, such as the bundler's native part. Debian 12 has Node 18.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
wanted=$(node -p 'require("./package.json").devDependencies.node')
older=$(printf '%s\n' "$(node -p process.versions.node)" "$wanted" | sort -V | head -n 1)
if [[ $older != "$wanted" ]]; then
  mkdir -p ../build/node
  npm install --no-save --prefix ../build/node "node@$wanted"
  PATH=$PWD/../build/node/node_modules/.bin:$PATH
fi
npm ci
