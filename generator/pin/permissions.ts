import type { RestPermissions } from "../parse/index.js"

/** Scopes in backticks in a sentence. */
const named = /`([a-z_]+(?::[a-z_]+)?)`/g

/** `"Workflows" repository permission (write)` */
const fineGrained = /"([^"]+)" (repository|organization) permissions? \((read|write)\)/g

/**
 * The permissions that a token needs for an operation. GitHub states them only in descriptions: classic scopes for
 * about half of its operations, fine-grained permissions for a few.
 */
export function permissionsIn(description: unknown): RestPermissions | undefined {
  const found: { -readonly [Key in keyof RestPermissions]: RestPermissions[Key] } = {}
  for (const sentence of String(description).split(/(?<=\.)\s+|\n+/)) {
    const scopes = [...sentence.matchAll(named)].flatMap(([, scope = ""]) => scope)
    // Excludes scopes that only a part of the operation needs.
    const isNeed =
      /\bscopes? (?:to use this endpoint|is also required)|\bneed `[\w:]+` scope\.?$/.test(sentence)
    if (isNeed && scopes.length > 0) {
      const ofPrivate = /\bprivate\b/.test(sentence)
      // "with private or public repositories, or the `public_repo` scope …": the first scope is for any repository,
      // the second for public ones.
      const [first = ""] = scopes
      const isEither = /private or public/.test(sentence)
      if (isEither) found.scopes = scopes
      else if (ofPrivate) found.private_scopes ??= [first]
      else if (!found.scopes) found.scopes = scopes
      if (/`\s+and\s+`/.test(sentence) && !ofPrivate) found.all = true
    }
    const granted = /\balso\b/.test(sentence) ? [] : [...sentence.matchAll(fineGrained)]
    if (granted.length > 0) {
      const names = granted.map(([, name, of, access]) => `${name} (${of}): ${access}`)
      found.fine_grained = [...(found.fine_grained ?? []), ...names]
    }
  }
  return Object.keys(found).length > 0 ? found : undefined
}
