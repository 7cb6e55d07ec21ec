#!/usr/bin/env bash
# Small: tables, their settings and sample items, written by Keysheet.
# Not in this file: design: entities, key templates, and access patterns are not included; items are written with their rendered keys
#
#     ./create-tables.sh --plan                                  show what would be done
#     ./create-tables.sh --endpoint-url http://localhost:8000    on an emulator
#     ./create-tables.sh --region eu-central-1 --yes             on AWS, where it costs money: --yes confirms
#
# All other options are passed to each call of the AWS CLI (--profile, --region, --endpoint-url). The requests are in
# requests/. An existing table is left unchanged; a refused request is printed, and the script exits with 1.
# Needs bash, python3, and version 2 of the AWS CLI (version 1 would store binary values incorrectly: it refuses them).
set -euo pipefail
export AWS_PAGER=""
cd -- "$(dirname -- "${BASH_SOURCE[0]}")"

options=()
plan=no
yes=no
for option in "$@"; do
  case "$option" in
    --plan) plan=yes ;;
    --yes) yes=yes ;;
    --endpoint-url | --endpoint-url=*) yes=yes; options+=("$option") ;;
    *) options+=("$option") ;;
  esac
done

if [[ $plan == no && $yes == no ]]; then
  if [[ ! -t 0 ]]; then
    echo "Nothing done: this costs money and nobody can confirm it. Pass --yes." >&2
    exit 1
  fi
  read -r -p "This creates tables that cost money while they exist. Continue? [y/N] " answer
  [[ $answer == y || $answer == yes ]] || exit 0
fi

failed=0
table=""
call() {
  aws "${options[@]+"${options[@]}"}" "$@"
}

refused() {
  echo "REFUSED: $1" >&2
  failed=1
}

# Print the name of the table in a request, as one word whatever it contains.
table_in() {
  python3 -c 'import json, sys; print(json.load(open(sys.argv[1], encoding="utf-8"))["TableName"], end="")' "$1"
}

create_table() {
  echo "create-table: $1"
  [[ $plan == no ]] || return 0
  table="$(table_in "$1")"
  if call dynamodb describe-table --table-name "$table" >/dev/null 2>&1; then
    echo "  it already exists and is left unchanged"
  else
    call dynamodb create-table --cli-input-json "file://$1" >/dev/null || { refused "$1"; return 0; }
  fi
  call dynamodb wait table-exists --table-name "$table" || refused "$1: it did not become ACTIVE"
}

request() {
  echo "$2: $3"
  [[ $plan == no ]] || return 0
  local said
  if said="$(call "$1" "$2" --cli-input-json "file://$3" 2>&1)"; then
    call dynamodb wait table-exists --table-name "$table" || refused "$3: it did not become ACTIVE again"
  elif [[ ${said,,} == *already* ]]; then
    echo "  nothing to change"
  else
    printf '%s\n' "$said" >&2
    refused "$3"
  fi
}

# Send a batch, then its unprocessed items again, after a wait that doubles. "binary": it has values in base64, which
# version 1 of the CLI reads as raw bytes, and version 2 too if it is configured that way.
put_items() {
  echo "batch-write-item: $1"
  [[ $plan == no ]] || return 0
  local format=()
  if [[ ${2-} == binary ]]; then
    if [[ "$(aws --version 2>&1)" == aws-cli/1.* ]]; then
      refused "$1: it contains binary values, which version 1 of the AWS CLI would store incorrectly"
      return 0
    fi
    format=(--cli-binary-format base64)
  fi
  local left wait=1
  left="$(mktemp)"
  cp -- "$1" "$left"
  for _ in 1 2 3 4 5 6; do
    local answer
    answer="$(call dynamodb batch-write-item --output json "${format[@]+"${format[@]}"}" --cli-input-json "file://$left")" || { rm -f -- "$left"; refused "$1"; return 0; }
    if ! printf '%s' "$answer" | python3 -c '
import json, sys
left = json.loads(sys.stdin.read() or "{}").get("UnprocessedItems") or {}
json.dump({"RequestItems": left}, open(sys.argv[1], "w", encoding="utf-8"))
sys.exit(0 if left else 3)' "$left"; then
      rm -f -- "$left"
      return 0
    fi
    sleep "$wait"
    wait=$((wait * 2))
  done
  rm -f -- "$left"
  refused "$1: part of it was not processed"
}

# create the table app (costs money while it exists)
create_table requests/app/01-create-table.json

put_items requests/app/items-0001.json

exit "$failed"
