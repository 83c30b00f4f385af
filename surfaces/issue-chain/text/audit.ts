/** What a root's body tells once somebody chose to proceed without a diagnosis. */
const HEADING = "### Chain pre-flight: diagnosis bypassed"

/** The body with the section; a body that has it already stays as it is. */
export function withAudit(body: string, branch: string): string {
  if (body.split(/\r?\n/).includes(HEADING)) return body
  const section = `${HEADING}

No comment of this issue had a \`## Diagnosis\` when \`ghx issue-chain\` began to work on \`${branch}\`.
Somebody was asked, and chose to proceed without one.
`
  return body.trim() === "" ? section : `${body.trimEnd()}\n\n${section}`
}

/** Whether one of an issue's comments is a diagnosis. What its body says about diagnoses does not count. */
export function isDiagnosed(comments: readonly string[]): boolean {
  return comments.some((comment) => /^ {0,3}##[ \t]+Diagnosis[ \t]*#*[ \t]*\r?$/m.test(comment))
}

/** The phase that an issue's body tells last under `Current Status`, or undefined where it tells none. */
export function phaseOf(body: string): string | undefined {
  const [, section] = body.split(/^#{1,6}[ \t]+Current Status[ \t]*$/m)
  const [status = ""] = (section ?? "").split(/^#{1,6}[ \t]/m)
  const phases = [...status.matchAll(/\bPhase\b\W*?:\W*([\w-]+)/gi)]
  return phases.at(-1)?.[1]?.toLowerCase()
}
