/**
 * What recorded answers of GitHub had: for each operation the members, with the types of their values and the share of
 * objects that had them. From recordings in the tests of PyGithub, github3.py, mergify-engine and octokit/fixtures.
 */
import { readFileSync } from "node:fs"
import { gunzipSync } from "node:zlib"

interface Recorded {
  /** The dates of the first and the last recording. */
  readonly from: string
  readonly to: string
  /**
   * By path, `.labels[].name`. Types are letters: null, boolean, integer, float, string, list, object. The share is 1
   * if each object had the member.
   */
  readonly members: Readonly<Record<string, readonly [types: string, share: number]>>
}

const file = new URL("recorded-shapes.json.gz", import.meta.url)
const recordings: Readonly<Record<string, Recorded>> = JSON.parse(
  gunzipSync(readFileSync(file)).toString(),
)

export const recordedOperations = Object.keys(recordings)

/** A part of a path, and why the sandbox differs there: the recording's App, repository or token was another one. */
const DIFFERENT: Readonly<Record<string, string>> = {
  ".permissions.": "permissions that another App has",
  ".reactions": "nobody has reacted to the release",
  "PUT /repos/{owner}/{repo}/collaborators/{username} ":
    "was an invitation; the sandbox adds at once",
  "GET / .hub_url": "gone since",
  "GET /rate_limit .resources.": "resources that the sandbox does not count",
  "GET /user .": "needs the scope `user`",
  "/timeline [].source.issue.repository.owner.": "deeper than the recording was read",
  "/timeline [].milestone": "an event that was not recorded",
  "/timeline [].parent_issue": "an event that was not recorded",
  "/timeline [].sub_issue": "an event that was not recorded",
  "/timeline [].review_requester": "an event that was not recorded",
  "/timeline [].requested_reviewer": "an event that was not recorded",
  ".type is": "added since",
  "_summary is": "added since",
  ".user_view_type is": "added since",
  ".provider": "added since",
  ".assigned_to": "added since",
  "].updated_at is": "added since",
  "} .updated_at is": "added since",
  ".assignees is": "added since",
}

/** What an answer lacks, or has although the newest recordings do not. */
export function differencesFrom(operation: string, bodies: readonly unknown[]): string[] {
  const recorded = recordings[operation]
  if (!recorded) throw new Error(`nothing is recorded of ${operation}`)
  const { members, from } = recorded
  const own = new Map<string, string>()
  for (const body of bodies) collect(body, "", own)
  const isObject = (path: string) => path === "" || own.get(path)?.includes("o")
  const lacking = Object.entries(members)
    .filter(([path, [, share]]) => share === 1 && !own.has(path) && isObject(parentOf(path)))
    .map(([path]) => `${operation} ${path} is missing`)
  const isRecorded = (path: string) => path === "" || members[path]?.[0].includes("o")
  // An older recording may lack what GitHub has added.
  const invented = [...own.keys()]
    .filter((path) => from >= "2025" && !(path in members) && isRecorded(parentOf(path)))
    .map((path) => `${operation} ${path} is not GitHub's`)
  return [...lacking, ...invented].filter(
    (one) => !Object.keys(DIFFERENT).some((part) => one.includes(part)),
  )
}

const parentOf = (path: string): string => path.replace(/(?:\.[^.[\]]*|\[\])$/, "")

/** The types of all values by path. */
function collect(value: unknown, path: string, types: Map<string, string>): void {
  if (typeof value !== "object" || value === null) return
  for (const [name, one] of Object.entries(value)) {
    const at = Array.isArray(value) ? `${path}[]` : `${path}.${name}`
    types.set(at, `${types.get(at) ?? ""}${typeOf(one)}`)
    collect(one, at, types)
  }
}

function typeOf(value: unknown): string {
  if (value === null) return "n"
  return Array.isArray(value) ? "l" : (typeof value).charAt(0)
}
