#!/usr/bin/env bash
# Runs the linter for action.yml and .pre-commit-hooks.yaml, in the folder of the server, with these arguments: its own
# mcp-lint where that is installed, for this is the version of its lock file; else the one of this clone, built at first use.
# The action speaks through variables. The exit status is the linter's.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
if [[ -f node_modules/mcp-lint/dist/src/cli.js ]]; then
  cli=node_modules/mcp-lint/dist/src/cli.js
else
  cli=$root/dist/src/cli.js
  [[ -f $cli ]] || (cd "$root" && npm ci --no-audit --no-fund) >&2
fi

options=()
while IFS= read -r format; do
  [[ -z ${format// /} ]] || options+=(--format "$format")
done <<<"${MCP_LINT_FORMAT:-}"
[[ -z ${MCP_LINT_SARIF_FILE:-} ]] || options+=(--format "sarif=$MCP_LINT_SARIF_FILE")
[[ -z ${MCP_LINT_BASELINE:-} ]] || options+=(--baseline "$MCP_LINT_BASELINE")
if [[ ${MCP_LINT_SUMMARY:-} == true && -n ${GITHUB_STEP_SUMMARY:-} ]]; then
  options+=(--format "markdown=$GITHUB_STEP_SUMMARY")
fi
while IFS= read -r path; do
  # A folder may be named like a command, or like an option.
  case $path in
  "") ;;
  /* | ./* | ../* | [A-Za-z]:*) options+=("$path") ;;
  *) options+=("./$path") ;;
  esac
done <<<"${MCP_LINT_PATHS:-}"

# An empty list is an error to the bash of macOS.
node "$cli" ${options[@]+"${options[@]}"} "$@"
