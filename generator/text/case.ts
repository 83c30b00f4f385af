/** `issue.labels.add` → `IssueLabelsAdd`. */
export function pascalCase(name: string): string {
  return name
    .split(/[^A-Za-z0-9]+/)
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join("")
}

/** `created_at` → `createdAt`. */
export function camelCase(name: string): string {
  const pascal = pascalCase(name)
  return pascal.charAt(0).toLowerCase() + pascal.slice(1)
}

/** `pullRequestId` → `pull_request_id`, `commitOID` → `commit_oid`, `body-file` → `body_file`. */
export function snakeCase(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .replace(/([A-Z])([A-Z][a-z])/g, "$1_$2")
    .replaceAll("-", "_")
    .toLowerCase()
}

/** The inverse of `pascalCase` for type names: `IssueSummary` → `issue_summary`. */
export function snakeCaseOf(type: string): string {
  return type.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`).replace(/^_/, "")
}

/** Order by UTF-16 code units: the same on every machine, whatever the locale. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
