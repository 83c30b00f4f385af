/** Parses selectors: `octocat/hello-world#7`, `#7`, `7`, or a URL. */
import type { Contract } from "../../../runtime/index.js"
import { UsageError } from "../output/index.js"
import { valueFor } from "./arguments.js"
import { wantsRepository } from "./repository.js"
import { type Repository, repositoryOf } from "./repository-name.js"

export interface Selected {
  readonly repository?: Repository | undefined
  /** Inputs from a URL, by the contracts' names. */
  readonly input: Readonly<Record<string, unknown>>
}

/**
 * The input that a selector gives to a capability.
 *
 * @param other - the alternative to a selector, for the message
 * @throws UsageError if the word is no selector, or names nothing that the capability accepts
 */
export function selectedBy(word: string, contract: Contract, other = "key=value"): Selected {
  const { repository, number, named = {} } = targetOf(word, other)
  const { required = [], properties = {} } = contract.input
  const numbered = required.find((name) => properties[name]?.type === "integer")
  const all = { ...named, ...(number !== undefined && numbered && { [numbered]: number }) }
  const input = Object.fromEntries(
    Object.entries(all).flatMap(([name, text]) => {
      const schema = properties[name]
      return schema ? [[name, valueFor(name, text, schema)]] : []
    }),
  )
  const isThing = number !== undefined || Object.keys(named).length > 0
  const isTaken = Object.keys(input).length > 0 || (!isThing && wantsRepository(contract))
  if (!isTaken) {
    const taken = required.filter((name) => name !== "owner" && name !== "repo")
    const each = taken.map((name) =>
      [name, properties[name]?.description].filter(Boolean).join(": "),
    )
    throw new UsageError(
      `${contract.id} has no input for ${word}`,
      each.length > 0 ? `It takes ${each.join("; ")}` : undefined,
    )
  }
  return { repository, input }
}

/** What a word names, whichever capability it is for. */
export const targetOf = (word: string, other: string): Named =>
  /^https?:/.test(word) ? address(word) : short(word, other)

interface Named {
  readonly repository?: Repository | undefined
  /** The number of an issue, a pull request or a run, which is the capability's subject. */
  readonly number?: string
  readonly named?: Readonly<Record<string, string>>
}

function short(word: string, other: string): Named {
  const [, before = "", number] = /^([^#]*?)(?:#(\d+))?$/.exec(word) ?? []
  if (number !== undefined || before !== "") {
    if (/^\d+$/.test(before) && number === undefined) return { number: before }
    const repository = before === "" ? undefined : repositoryOf(before)
    if (before === "" || repository) {
      return { repository, ...(number !== undefined && { number }) }
    }
  }
  throw new UsageError(
    `${JSON.stringify(word)} is neither ${other} nor a target`,
    "Write a target as octocat/hello-world#7, #7 or a GitHub URL",
  )
}

/** GitHub's web pages with numbers or names, by the contracts' names. */
const pages: readonly [page: RegExp, ...names: string[]][] = [
  [/^milestone\/(\d+)/, "milestone_number"],
  [/^actions\/runs\/\d+\/artifacts\/(\d+)/, "artifact_id"],
  [/^actions\/runs\/(\d+)(?:\/attempts\/\d+)?\/jobs?\/(\d+)/, "run_id", "job_id"],
  [/^actions\/runs\/(\d+)/, "run_id"],
  [/^actions\/workflows\/([^/]+)/, "workflow_id"],
  [/^releases\/tag\/(.+)/, "tag_name"],
]

function address(word: string): Named {
  const { host, pathname } = readAddress(word)
  const [, project] = /^\/(?:orgs|users)\/[^/]+\/projects\/(\d+)/.exec(pathname) ?? []
  if (project !== undefined) {
    const [, , owner = ""] = pathname.split("/")
    return { named: { owner, project_number: project } }
  }
  const gist = host.startsWith("gist.") ? pathname.split("/").findLast(Boolean) : undefined
  if (gist !== undefined) return { named: { gist_id: gist } }
  const [, owner = "", repo = "", ...rest] = pathname.split("/")
  const repository = repositoryOf(`${host}/${owner}/${repo.replace(/\.git$/, "")}`)
  if (!repository) throw new UsageError(`${word} is not the URL of a repository`)
  const page = rest.join("/").replace(/\/$/, "")
  const [, number] = /^(?:issues|pull|discussions)\/(\d+)/.exec(page) ?? []
  if (number !== undefined) return { repository, number }
  for (const [which, ...names] of pages) {
    const found = which.exec(page)
    if (!found) continue
    const values = names.map((name, at) => [name, found[at + 1] ?? ""] as const)
    return { repository, named: Object.fromEntries(values) }
  }
  return { repository }
}

function readAddress(word: string): { host: string; pathname: string } {
  try {
    const { host, pathname } = new URL(word)
    return { host, pathname: decodeURIComponent(pathname) }
  } catch {
    throw new UsageError(`${word} is not a GitHub URL`)
  }
}
