/** `labels` → `label`, `replies` → `reply`. */
export function singular(plural: string): string {
  if (/ies$/.test(plural)) return plural.replace(/ies$/, "y")
  if (/(ch|sh|x|ss)es$/.test(plural)) return plural.replace(/es$/, "")
  return /[^s]s$/.test(plural) && plural.length > 2 ? plural.slice(0, -1) : plural
}
