/** Tasks of chains that take values of each other, at random. */
import fc from "fast-check"

export interface Reference {
  readonly $from: number
  readonly path: string
}

export interface RandomTask {
  readonly task: string
  readonly input: Record<string, unknown>
  readonly each?: Reference
}

export type Failed = { code: string; message?: string; details?: Record<string, unknown> }
export type Result = { task: string; ok: boolean; data?: unknown; error?: Failed }

export const repository = { owner: "ada", repo: "engine" }
export const isRead = ({ task }: Pick<RandomTask, "task">) => /\.(?:view|list)$/.test(task)

/** The paths of values in the result of each task: a string, an issue number and a list of label names. */
const gives: Record<string, { text?: string; number?: string; labels?: string; items?: string }> = {
  "issue.create": { text: "title", number: "number", labels: "labels" },
  "issue.view": { text: "title", number: "number", labels: "labels" },
  "issue.comments.create": { text: "url" },
  "issue.labels.add": { number: "number", labels: "labels" },
  "issue.list": { text: "items[0].title", number: "items[0].number", items: "items" },
  "pr.threads.list": { text: "items[1].path", items: "items" },
}

type Kind = keyof (typeof gives)[string]

/** A literal value, or a value of an earlier task that has one of this kind. */
function someValue(
  before: readonly RandomTask[],
  kind: Kind,
  literal: unknown,
  pick: number,
): unknown {
  const sources = before.flatMap(({ task, each }, $from) => {
    const path = each ? undefined : gives[task]?.[kind]
    return path === undefined ? [] : [{ $from, path, ...(/\[/.test(path) && { required: true }) }]
  })
  return pick === 0 ? literal : (sources[pick % (sources.length + 1)] ?? literal)
}

const choice = fc.record({
  kind: fc.nat(8),
  picks: fc.tuple(fc.nat(6), fc.nat(6)),
  number: fc.constantFrom(1, 2, 3, 999),
})

export const graphs = fc
  .array(choice, { minLength: 1, maxLength: 9, size: "max" })
  .map((choices) => {
    const tasks: RandomTask[] = []
    for (const { kind, picks, number } of choices) {
      const issue_number = someValue(tasks, "number", number, picks[0])
      const body = someValue(tasks, "text", "Seen.", picks[1])
      const list = tasks.findIndex(({ task, each }) => !each && task === "pr.threads.list")
      const made: RandomTask[] = [
        { task: "issue.create", input: { ...repository, title: body } },
        { task: "issue.view", input: { ...repository, issue_number } },
        { task: "issue.comments.create", input: { ...repository, issue_number, body } },
        {
          task: "issue.labels.add",
          input: { ...repository, issue_number, labels: ["bug", "question"] },
        },
        {
          task: "issue.labels.add",
          input: {
            ...repository,
            issue_number,
            labels: someValue(tasks, "labels", ["bug"], picks[1]),
          },
        },
        { task: "issue.close", input: { ...repository, issue_number } },
        { task: "issue.list", input: repository },
        {
          task: "pr.threads.list",
          input: { ...repository, pull_number: number === 999 ? 999 : 5 },
        },
        list < 0
          ? { task: "pr.threads.list", input: { ...repository, pull_number: 5 } }
          : {
              task: picks[0] > 2 ? "pr.thread.reply" : "pr.thread.resolve",
              each: { $from: list, path: "items[*]" },
              input: { thread_id: { $item: "id" }, ...(picks[0] > 2 && { body }) },
            },
      ]
      tasks.push(made[kind] ?? { task: "issue.list", input: repository })
    }
    return tasks
  })

/** The value at a path such as `items[0].title`. */
export function at(data: unknown, path: string): unknown {
  return (path.match(/\w+/g) ?? []).reduce(
    (value, name) => (value as Record<string, unknown> | null)?.[name] ?? null,
    data,
  )
}

/** An input with all values that are known so far. */
export function complete(
  input: unknown,
  results: readonly (Result | undefined)[],
  item?: unknown,
): unknown {
  if (Array.isArray(input)) return input.map((one) => complete(one, results, item))
  if (typeof input !== "object" || input === null) return input
  if ("$item" in input) return at(item, String(input.$item))
  if ("$from" in input) {
    const { $from, path } = input as Reference
    return at(results[$from]?.data, path)
  }
  const entries = Object.entries(input)
  return Object.fromEntries(entries.map(([name, value]) => [name, complete(value, results, item)]))
}

export function sourcesOf({ input, each }: RandomTask): number[] {
  return [...JSON.stringify([input, each]).matchAll(/"\$from":(\d+)/g)].map(([, from]) =>
    Number(from),
  )
}
