/** The status of a manifest's run. */
import { type Contents, hasEnded } from "../manifest/index.js"
import { forestText } from "../text/index.js"
import { replay, workedIssues } from "./progress.js"

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
