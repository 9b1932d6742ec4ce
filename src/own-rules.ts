/** What the linter says of its own running, not of a server. These ids have no page. */
export const ownRules = [
  {
    id: "could-not-check",
    severity: "error",
    fixable: "never",
    summary: "a file, path or rule that could not be looked at",
  },
  {
    id: "malformed-suppression",
    severity: "error",
    fixable: "never",
    summary: "an ignore comment without a known rule or a reason",
  },
  {
    id: "unused-suppression",
    severity: "warning",
    fixable: "never",
    summary: "an ignore comment that silences nothing",
  },
  {
    id: "stale-baseline",
    severity: "warning",
    fixable: "never",
    summary: "an entry of the baseline whose finding is gone",
  },
] as const;
