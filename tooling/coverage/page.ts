import type { Coverage, Entry, Group, Treatment } from "./coverage.js"

/** The page, from its parts. */
export function coveragePage(parts: readonly Coverage[]): string {
  const lines = [
    "# What the sandbox covers",
    "",
    "*Modelled* operations and fields respond from the sandbox's state. *Constant* ones always have the same response. *Generic* ones hold what is written, with the option `generic`, and are refused without it. *Refused* ones fail with `SANDBOX_NOT_MODELLED` (over REST with HTTP 501), because the sandbox never guesses. [What is modelled](sandbox-model.md) has more.",
    ...parts.flatMap(partLines),
  ]
  return `${lines.join("\n")}\n`
}

function partLines({ title, noun, introduction, groups }: Coverage): string[] {
  const entries = groups.flatMap((group) => group.entries)
  const used = groups.filter(isUsed)
  const unused = groups.filter((group) => !isUsed(group))
  return [
    "",
    `## ${title}`,
    "",
    `${entries.length} ${noun}: ${counts(entries)}. ${introduction}`,
    ...used.flatMap(groupLines),
    ...(unused.length === 0
      ? []
      : ["", `### Of which nothing is modelled in ${title}`, "", ...unused.map(unusedLine)]),
  ]
}

const isUsed = ({ entries }: Group): boolean =>
  entries.some(({ treatment }) => treatment !== "refused")

function groupLines({ name, entries }: Group): string[] {
  const answered = entries.filter(({ treatment }) => treatment !== "refused")
  const refused = entries.filter(({ treatment }) => treatment === "refused")
  return [
    "",
    `### ${name}`,
    "",
    `${counts(entries)}.`,
    "",
    ...answered.map(entryLine),
    ...(refused.length === 0
      ? []
      : [
          "",
          `<details><summary>${refused.length} refused</summary>`,
          "",
          names(refused),
          "</details>",
        ]),
  ]
}

const entryLine = ({ name, treatment, note }: Entry): string =>
  `- \`${name}\`${treatment === "modelled" ? "" : ` ${treatment}`}${note === undefined ? "" : `: ${note}`}`

const unusedLine = ({ name, entries }: Group): string =>
  `- <details><summary>${name}: ${entries.length} refused</summary>${names(entries)}</details>`

const names = (entries: readonly Entry[]): string =>
  entries.map(({ name }) => `<code>${name}</code>`).join(", ")

function counts(entries: readonly Entry[]): string {
  const count = (wanted: Treatment) =>
    entries.filter(({ treatment }) => treatment === wanted).length
  return (["modelled", "constant", "generic", "refused"] as const)
    .map((treatment) => ({ treatment, number: count(treatment) }))
    .filter(({ number }) => number > 0)
    .map(({ treatment, number }) => `${number} ${treatment}`)
    .join(", ")
}
