#!/usr/bin/env bash
# A client of `readroom serve` in shell: lists a directory, and reads a file a page at a time.
#
#   examples/client.sh ROOT FILE
#
# It needs bash and jq. docs/protocol.md describes the messages.
set -euo pipefail
root=$1 file=$2

coproc SERVER { exec "${READROOM:-readroom}" serve; }
# Copies, which pipelines can use too.
exec {answers}<&"${SERVER[0]}" {requests}>&"${SERVER[1]}"
last=0
declare -A lines=()

fail() {
    echo "client: $1" >&2
    exit 1
}

# Sends a request; its params are arguments of jq, and its id is in `last`.
send() {
    local method=$1
    shift
    last=$((last + 1))
    jq -cn "$@" '$ARGS.named' |
        jq -c --argjson id "$last" --arg method "$method" '{id: $id, method: $method, params: .}' \
            >&"$requests"
}

# Waits for the answer to a request, and leaves its result in `result`. Answers to others may come
# before it, and questions of a policy, which this client answers with no.
await() {
    local line id
    while [[ -z ${lines[$1]:-} ]]; do
        IFS= read -r line <&"$answers" || fail "the program ended"
        id=$(jq -r '.id // empty' <<<"$line")
        if jq -e '.method == "ask"' <<<"$line" >/dev/null; then
            jq -c '{id, result: "reject"}' <<<"$line" >&"$requests"
        elif [[ -n $id ]]; then
            lines[$id]=$line
        fi
    done
    jq -e .error <<<"${lines[$1]}" >/dev/null && fail "$(jq -r .error.message <<<"${lines[$1]}")"
    result=$(jq -c .result <<<"${lines[$1]}")
    unset "lines[$1]"
}

# No need to wait: requests are handled in order, so this is the first room.
send hello --argjson protocol 1
send open --arg root "$root"
send list --argjson room 1 --arg path .
send read --argjson room 1 --arg path "$file" --argjson lines 20
await 1
await 2
await 3
jq -r '.entries[] | "\(.kind)\t\(.name)"' <<<"$result"
await 4
while jq -rj .body.content <<<"$result" && jq -e .body.next <<<"$result" >/dev/null; do
    cursor=$(jq -r .body.next.cursor <<<"$result")
    send read --argjson room 1 --arg path "$file" --argjson lines 20 --arg cursor "$cursor"
    await "$last"
done
