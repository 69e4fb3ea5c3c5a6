# Shared by the tests of the packages: what is checked, and what of it was not so.
ok() { echo "ok: $*"; }
is() { [ "$2" = "$3" ] || die "$1: is '$2', should be '$3'"; ok "$1: $2"; }
# after_failure may be defined by a test: what helps to see why.
die() {
  echo "FAILED: $*" >&2
  if declare -F after_failure >/dev/null; then after_failure >&2 || true; fi
  exit 1
}
