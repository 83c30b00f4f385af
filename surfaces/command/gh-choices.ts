/** Asks on a terminal which object a command without an argument is about. */
import type { CapabilityMap } from "../../generated/capability-map.js"
import { cleanText } from "../../runtime/text/index.js"
import { ask } from "./ask.js"
import { complete, dataOf, type Given, ME, type Planned, placeOf, subjectOf } from "./gh/index.js"
import { hostOf } from "./gh-calls.js"
import { asking } from "./lookups.js"
import { Interrupted, UsageError } from "./output/index.js"
import type { RunFlags } from "./run.js"
import { canAsk, type Terminal } from "./terminal/index.js"

interface Choices {
  readonly noun: string
  /** The capability that lists the objects, the field that names one, and the one that describes it. */
  readonly list: keyof CapabilityMap
  readonly value: string
  readonly text: string
}

/** By the input that the argument gives. */
const choices: Readonly<Record<string, Choices>> = {
  gist_id: { noun: "gist", list: "gist.list", value: "id", text: "description" },
  project_number: { noun: "project", list: "project.list", value: "number", text: "title" },
  ruleset_id: { noun: "ruleset", list: "repo.rulesets.list", value: "ruleset_id", text: "name" },
  run_id: { noun: "run", list: "workflow.runs.list", value: "run_id", text: "title" },
  workflow_id: { noun: "workflow", list: "workflow.list", value: "workflow_id", text: "name" },
}

/** The argument that the user chooses; undefined if nobody can be asked, or for other arguments. */
export async function chosenArgument(
  step: Planned,
  flags: RunFlags & Given,
  terminal: Terminal,
): Promise<string | undefined> {
  const own = choices[subjectOf(step) ?? ""]
  if (!own || !canAsk(terminal)) return undefined
  const { list, value, text, noun } = own
  const around = step.ownedBy ? undefined : await placeOf(flags.repo, [], [step])
  const { owner = flags.sourceOwner } = flags
  const input = step.ownedBy
    ? { owner: [owner].flat().at(-1) ?? ME }
    : { ...(around && { owner: around.owner, repo: around.repo }) }
  const host = hostOf([], around, undefined)
  const all: readonly Given[] = await asking({ ...flags, host }, terminal, async (look) => {
    const page = await dataOf(look(list, await complete(input, look, list)))
    return Object(page).items
  })
  if (all.length === 0) throw new UsageError(`there is no ${noun} to choose`)
  for (const item of all) {
    const line = `${item[value]}  ${item[text] ?? ""}`.replaceAll(/\s+/g, " ")
    terminal.stderr.write(`${cleanText(line)}\n`)
  }
  const answer = await ask(`Which ${noun}? `, terminal)
  if (answer === undefined) throw new Interrupted()
  if (all.some((item) => String(item[value]) === answer)) return answer
  throw new UsageError(`there is no ${noun} ${JSON.stringify(answer)}`, "Pass it as an argument")
}
