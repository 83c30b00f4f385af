/** Replays the events of a manifest. */
import { type ChainState, initialState, type Transition, transition } from "../machine/index.js"
import { type Contents, hasEnded, type WorkedLine } from "../manifest/index.js"
import { ChainProblem } from "../problem/index.js"
import { forestText, type WorkedIssue } from "../text/index.js"

/** The state of a run, with the effects of the last event only. */
export function replay({ header, lines }: Contents): Transition {
  let last = transition(initialState(header.roots, header.traversal), { type: "begun" })
  for (const line of lines) {
    if (line.type !== "worked") continue
    if (last.state.current !== line.issue) throw outOfOrder(line, last.state)
    last = transition(last.state, { type: "worked", verdict: line.verdict, spawned: line.spawned })
  }
  return last
}

const outOfOrder = ({ issue }: WorkedLine, { current }: ChainState) =>
  new ChainProblem(
    "bad_manifest",
    `The manifest has work on #${issue}, but ${current === null ? "nothing" : `#${current}`} was next.`,
  )

/** The issues that were worked on, in order. */
export function workedIssues(
  { header, lines }: Contents,
  state: ChainState,
  titles: Readonly<Record<number, string>>,
  diagnoses: ReadonlyMap<number, string> = new Map(),
): readonly WorkedIssue[] {
  let head = header.begins_at
  return lines.flatMap((line) => {
    if (line.type !== "worked") return []
    const { issue, verdict, because } = line
    const commit = line.head === head ? null : line.head
    head = line.head
    const filed = lines.find((one) => one.type === "spawned" && one.issue_number === issue)
    const isRoot = header.roots.includes(issue) || filed?.type !== "spawned"
    const source = isRoot ? "root" : `${filed.source} ${filed.step}`
    const root_id = state.root_ids[issue] ?? issue
    const diagnosis = diagnoses.get(issue)
    const title = titles[issue] ?? ""
    return [{ issue, root_id, title, source, verdict, because, commit, diagnosis }]
  })
}

export function statusText(contents: Contents): string {
  const { header, lines, garbled } = contents
  const { state } = replay(contents)
  const pull = lines.find((line) => line.type === "pull_request")
  const where = hasEnded(contents) ? "ended" : "running or interrupted; continue with --resume"
  return [
    forestText({ state, worked: workedIssues(contents, state, {}), titles: {} }),
    `Branch ${header.branch}, traversal=${header.traversal}, ${where}.`,
    ...(pull ? [`Pull request #${pull.number}: ${pull.url}`] : []),
    ...(garbled.length > 0 ? [`Invalid manifest lines: ${garbled.join(", ")}.`] : []),
  ].join("\n\n")
}
