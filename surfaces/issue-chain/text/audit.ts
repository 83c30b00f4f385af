/** Added to a root's body after the user chose to proceed without a diagnosis. */
const HEADING = "### Chain pre-flight: diagnosis bypassed"

/** The body with the section; unchanged if it already has it. */
export function withAudit(body: string, branch: string): string {
  if (body.split(/\r?\n/).includes(HEADING)) return body
  const section = `${HEADING}

No comment on this issue had a \`## Diagnosis\` when \`ghx issue-chain\` began to work on \`${branch}\`.
The user chose to proceed without one.
`
  return body.trim() === "" ? section : `${body.trimEnd()}\n\n${section}`
}

/** The comment of an issue that is a diagnosis. Its body does not count. */
export function diagnosisIn<Comment extends { readonly body: string }>(
  comments: readonly Comment[],
): Comment | undefined {
  return comments.find(({ body }) => /^ {0,3}##[ \t]+Diagnosis[ \t]*#*[ \t]*\r?$/m.test(body))
}

/** The last phase in an issue's body under `Current Status`; undefined if there is none. */
export function phaseOf(body: string): string | undefined {
  const [, section] = body.split(/^#{1,6}[ \t]+Current Status[ \t]*$/m)
  const [status = ""] = (section ?? "").split(/^#{1,6}[ \t]/m)
  const phases = [...status.matchAll(/\bPhase\b\W*?:\W*([\w-]+)/gi)]
  return phases.at(-1)?.[1]?.toLowerCase()
}
