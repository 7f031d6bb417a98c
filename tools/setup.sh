# Sourced by play and test: set-up, and commands that say what they do.
# shellcheck shell=bash

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
logs=$root/build/logs
CMAKE_BUILD_PARALLEL_LEVEL=${CMAKE_BUILD_PARALLEL_LEVEL:-$(nproc)}
CTEST_PARALLEL_LEVEL=${CTEST_PARALLEL_LEVEL:-$(nproc)}
export CMAKE_BUILD_PARALLEL_LEVEL CTEST_PARALLEL_LEVEL

say() { printf '%s\n' "$*" >&2; }

die() {
  say "$*"
  exit 1
}

# logged NAME COMMAND…: output goes to build/logs/NAME.log; a terminal sees its last line go by.
# Of a command that failed, the end is shown, less the lines of what went well.
logged() {
  local name=$1 log=$logs/$1.log status=0
  shift
  mkdir -p "$logs"
  if [[ -t 2 ]]; then
    local line width
    width=$(tput cols 2>/dev/null || echo 80)
    "$@" 2>&1 </dev/null | tee "$log" | while IFS= read -r line; do
      printf '\r\e[K%.*s' "$((width - 1))" "${name#test-}: $line" >&2
    done || status=${PIPESTATUS[0]}
    printf '\r\e[K' >&2
  else
    "$@" >"$log" 2>&1 </dev/null || status=$?
  fi
  if ((status != 0)); then
    grep -vE '^\[[0-9]+/[0-9]+\]|^ +Start +[0-9]+: |\.\.+ +Passed ' "$log" | tail -n 100 >&2
    say "Failed: $*"
    say "The whole output: ${log#"$root"/}"
  fi
  return "$status"
}

# packages program|play|test: the names that this release gives to what is needed.
packages() {
  local uses=program release='' use name others other
  [[ $1 == program ]] || uses+=' play'
  [[ $1 != test ]] || uses+=' test'
  # shellcheck source=/dev/null
  [[ -r /etc/os-release ]] && release=$(. /etc/os-release && echo "$ID-${VERSION_ID:-}")
  while read -r use name others; do
    [[ $use && " $uses " == *" $use "* ]] || continue
    for other in $others; do
      case $other in
      "$release="*) name=${other#*=} ;;
      unless=*) ! command -v "${other#*=}" >/dev/null || continue 2 ;;
      esac
    done
    echo "$name"
  done <"$root/packages.txt"
}

# set_up program|play|test: installs what is missing, and takes nothing away for it; calls apt only
# then.
set_up() {
  local wanted missing sudo=()
  mapfile -t wanted < <(packages "$1")
  command -v dpkg-query >/dev/null || {
    say "This is no Debian or Ubuntu; going on in the hope that these are there: ${wanted[*]}"
    return
  }
  mapfile -t missing < <(
    comm -23 <(printf '%s\n' "${wanted[@]}" | sort -u) \
      <(dpkg-query -W -f '${db:Status-Status} ${Package}\n' | sed -n 's/^installed //p' | sort -u)
  )
  ((${#missing[@]})) || return 0
  if ((EUID != 0)); then
    command -v sudo >/dev/null ||
      die "Packages are missing. Have an administrator run: apt-get install ${missing[*]}"
    sudo=(sudo)
    sudo -v
  fi
  say "Installing ${#missing[@]} packages: ${missing[*]}"
  local apt=("${sudo[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -q
    -o Dpkg::Use-Pty=0 -o DPkg::Lock::Timeout=120)
  if ! logged setup-update "${apt[@]}" update ||
    ! logged setup "${apt[@]}" install -y --no-install-recommends --no-remove "${missing[@]}"; then
    say "Could not install what is missing. Is this machine online? To do it by hand:"
    die "  apt-get install ${missing[*]}"
  fi
}

# configure PRESET: only when it never was, or the presets changed; ninja sees to the rest.
configure() {
  local made=$root/build/$1/build.ninja
  [[ $made -nt $root/CMakePresets.json ]] || cmake --preset "$1"
}

build_program() {
  configure release && cmake --build --preset release --target aeroplane
}

# The WebAssembly module, and the page around it.
build_page() {
  configure page && cmake --build --preset page --target page
}
