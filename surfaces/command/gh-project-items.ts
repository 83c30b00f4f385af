/** `project item-add 1 8 9 --status Todo` and `project item-edit 1 8 9 --status Done`: items by their ids, issues and pull requests. */

import { createExecutor } from "../../generated/calls.js"
import { type Client, GhxError } from "../../runtime/index.js"
import { unknownName } from "../tools/results/index.js"
import { executeAll } from "./chain.js"
import { type Ask, complete, dataOf, type Given, ME, thingsOf } from "./gh/index.js"
import { hostOf, type Typed } from "./gh-calls.js"
import { planned } from "./gh-command.js"
import { type Flags, useFor } from "./gh-execute.js"
import { repositoryFor, targetOf, valueFor } from "./input/index.js"
import { asking } from "./lookups.js"
import { exitCodes, UsageError } from "./output/index.js"
import type { Terminal } from "./terminal/index.js"

const commands = ["project item-add", "project item-edit"]

/** Whether the command names a project and items by their numbers, which gh does not. */
export const isOfItems = ({ named, words, given }: Typed): boolean =>
  commands.includes(named.words) && (words.length > 1 || given.status !== undefined)

type Subject = ReturnType<typeof subjectOf>

export async function startItems(typed: Typed, terminal: Terminal): Promise<number> {
  const { named, words, given, remote } = typed
  const flags: Flags = { ...given, ...(remote && { client: remote.client }) }
  for (const name of ["json", "format", "jq", "clear", "title", "body"]) {
    if (given[name] !== undefined)
      throw new UsageError(`--${name} does not apply to items named by their numbers`)
  }
  if (given.id !== undefined || given.projectId !== undefined) {
    throw new UsageError(
      "Use ids or numbers of items, not both",
      "--id ITEM --project-id PROJECT --field-id Status --single-select-option-id NAME",
    )
  }
  const [project, ...numbers] = words
  const urls = [given.url ?? []].flat().map(String)
  if (project === undefined || numbers.length + urls.length === 0) {
    throw new UsageError(
      `ghx ${named.words} needs a project, and numbers of issues or pull requests`,
      `For example: ghx ${named.words} 1 8 9 --owner octocat --status Done`,
    )
  }
  const set = settingIn(given)
  const isEdit = named.words.endsWith("edit")
  if (isEdit && !set)
    throw new UsageError(
      "no field to change",
      "Use --status NAME, or --field-id NAME with its value",
    )
  const place = numbers.some((word) => /^#?\d+$/.test(word))
    ? await repositoryFor(flags.repo ?? remote?.repository)
    : undefined
  const isItem = (word: string) => isEdit && word.startsWith("PVTI_")
  const subjects = [...numbers, ...urls].map((word) =>
    isItem(word) ? { id: word } : subjectOf(word, place),
  )
  const host = hostOf([], place, remote)
  return asking({ ...flags, host }, terminal, async (ask, client) => {
    const own = await projectFor(project, given, ask)
    const byNumber = subjects.filter((one) => "word" in one)
    const found = await itemsFor(byNumber, own, isEdit, client)
    const items = subjects.map((one): Item => ("word" in one ? { ...found.shift() } : one))
    const tasks = items.flatMap((item, at) => [
      ...(item.id === undefined
        ? [{ task: "project.item.add", input: { ...item.content, ...own.place } }]
        : []),
      ...(set
        ? [
            {
              task: "project.item.update",
              input: { ...own.place, ...set, item_id: item.id ?? from(at * 2) },
            },
          ]
        : []),
    ])
    const calls = { tasks, host, complete, unknown: unknownName, use: useFor(named) }
    const code = await executeAll(
      { ...calls, shown: () => undefined, lines: () => "" },
      { ...flags, client },
      terminal,
    )
    if (code === exitCodes.ok && !flags.dryRun && !client.recording)
      terminal.stderr.write(
        `✓ ${named.words} ${words.length > 6 ? `${project} (${subjects.length})` : words.join(" ")}\n`,
      )
    return code
  })
}

const from = (task: number) => ({ $from: task, path: "id" })

const valueNames = {
  text: "text",
  number: "number",
  date: "date",
  singleSelectOptionId: "option",
  iterationId: "iteration",
}

function settingIn(given: Given): Readonly<Record<string, unknown>> | undefined {
  const last = (name: string) => [given[name]].flat().at(-1)
  const [status, field] = [last("status"), last("fieldId")]
  const values = Object.entries(valueNames).flatMap(([name, input]) => {
    const value = last(name)
    if (value === undefined) return []
    return [[input, input === "number" ? valueFor(name, String(value), { type: input }) : value]]
  })
  if (status !== undefined && (field !== undefined || values.length > 0)) {
    throw new UsageError("Use --status or --field-id, not both")
  }
  if (status !== undefined) return { field: "Status", option: status }
  return field === undefined ? undefined : { field, ...Object.fromEntries(values) }
}

/** The issue or pull request that a word names. */
function subjectOf(
  word: string,
  place: { readonly owner: string; readonly repo: string } | undefined,
) {
  const { repository: own = place, number } = targetOf(word, "a number")
  if (number === undefined || !own) {
    throw new UsageError(
      `${word} names no issue or pull request`,
      "Use 7, octocat/hello-world#7 or a URL",
    )
  }
  return { word, owner: own.owner, repo: own.repo, number: Number(number) }
}

type Project = Awaited<ReturnType<typeof projectFor>>

async function projectFor(word: string, given: Given, ask: Ask) {
  const view = await planned({ id: "project.view", about: "project_number", ownedBy: ME })
  const [thing] = thingsOf([word], [view])
  const owner = [given.owner ?? ME].flat().at(-1)
  const input = await complete({ owner, ...thing?.inputFor(view) }, ask, view.id)
  const { id, title, number } = Object(await dataOf(ask(view.id, input)))
  return { id, title, place: { owner: Object(input).owner, project_number: number } }
}

interface Item {
  readonly id?: string
  readonly content?: { readonly content_id: string }
}

/** The items of the project, or what is to be added to it. */
async function itemsFor(
  subjects: readonly Subject[],
  project: Project,
  isEdit: boolean,
  client: Client,
): Promise<Item[]> {
  const { executeTasks } = createExecutor({ client })
  // A number is either an issue or a pull request.
  const kinds = Object.entries({ issue: "issue_number", pr: "pull_number" })
  const tasks = subjects.flatMap(({ owner, repo, number }) =>
    kinds.map(([domain, name]) => ({
      task: `${domain}.${isEdit ? "projects.list" : "view"}`,
      input: { owner, repo, [name]: number, ...(isEdit && { first: 100 }) },
      fields: isEdit ? ["id", "project_id"] : ["id"],
    })),
  )
  const { results } = await executeTasks(tasks)
  return subjects.map(({ word }, at) => {
    const both = results.slice(2 * at, 2 * at + 2)
    const found = both.find((one) => one.ok)
    const refused = both.find((one) => !one.ok && one.error.code !== "NOT_FOUND") ?? both[0]
    if (!found && refused && !refused.ok) {
      throw new GhxError({
        ok: false,
        error: refused.error,
        meta: { capability_id: refused.task },
      })
    }
    const { id, items = [] } = Object(found?.ok && found.data)
    if (!isEdit) return { content: { content_id: id } }
    const own = items.find((one: { project_id?: unknown }) => one.project_id === project.id)
    if (own) return { id: own.id }
    throw new UsageError(
      `${word} is not in the project ${JSON.stringify(project.title)}`,
      `Add it with: ghx project item-add ${project.place.project_number} ${word} --owner ${project.place.owner}`,
    )
  })
}
