/** Starts a derived command: what its options and arguments mean, and which calls they lead to. */
import {
  type Asked,
  checkTogether,
  chosenOf,
  type Filled,
  type Filling,
  fieldIn,
  fieldsIn,
  type Given,
  givenOf,
  jsonField,
  loadEditor,
  loadExpression,
  nameIn,
  namesGiven,
  type Place,
  type Planned,
  placeOf,
  type Thing,
  thingsOf,
} from "./gh/index.js"
import { callsOf, hostOf, missingInputOf, type Started, type Typed, tellDone } from "./gh-calls.js"
import type { Decided } from "./gh-decided.js"
import { executeAll, executeSingle, type Flags, useFor } from "./gh-execute.js"
import { isOfMachine, readJson } from "./input/index.js"
import { exitCodes, UsageError } from "./output/index.js"
import type { Keeps } from "./pages.js"
import type { RunFlags } from "./run.js"
import { canAsk, type Terminal } from "./terminal/index.js"

export async function start(
  written: Typed,
  terminal: Terminal,
  decided?: Decided,
): Promise<number> {
  const typed = decided
    ? written
    : await withTexts(await withPipedFields(written, terminal), terminal)
  const { named, options, words, given, remote } = typed
  if (named.words.startsWith("project item-")) {
    const { isOfItems, startItems } = await import("./gh-project-items.js")
    if (isOfItems(typed)) return startItems(typed, terminal)
  }
  const client = decided?.client ?? remote?.client
  const names = new Set(
    decided?.names ?? namesGiven(options, words, given, terminal.stdout.isTTY === true),
  )
  const { json } = given as Flags
  if (typeof json === "string") {
    for (const name of json.split(",")) names.add(jsonField(fieldIn(name)))
  }
  const selected = checked(typed, names)
  const step = selected.find(({ decides }) => decides)
  const isRead = !given.dryRun || !step?.mayMiss
  if (step && !decided && isRead) return decide(step, typed, names, terminal)
  const chosen = selected.filter(({ decides }) => !decides)
  const itemSteps = async () => (await import("./gh-items.js")).itemStepsFor(chosen)
  const asked =
    json === undefined
      ? undefined
      : await fieldsIn(json, chosen, named.isOfGh, itemSteps, named.isOfGh && !remote)
  const flags = { ...(await flagsOf(typed, chosen, asked)), ...(client && { client }) }
  const parts = await partsOf(typed, chosen)
  if (
    chosen.some(({ isNamed }) => isNamed) &&
    parts.naming.length === 0 &&
    flags.repo === undefined
  ) {
    throw new UsageError(`ghx ${named.words} needs a repository`, "Name it as OWNER/REPO")
  }
  const [main] = chosen
  if (main && words.length === 0 && !remote && canAsk(terminal)) {
    const { chosenArgument } = await import("./gh-choices.js")
    const word = await chosenArgument(main, flags, terminal)
    if (word !== undefined) return start({ ...typed, words: [word] }, terminal, decided)
  }
  return executed({ typed, names, chosen, asked, terminal }, parts, flags)
}

/** Executes the calls of a command whose steps are chosen. */
async function executed(
  begun: Pick<Started, "typed" | "names" | "chosen" | "asked" | "terminal">,
  { naming, files, input }: Awaited<ReturnType<typeof partsOf>>,
  flags: Awaited<ReturnType<typeof flagsOf>> & Pick<Flags, "client">,
): Promise<number> {
  const { typed, names, chosen, terminal } = begun
  const { named, options, words, given, remote } = typed
  const things = thingsOf(naming, chosen, flags.repo !== undefined)
  const around =
    ofOwner(flags.repo, given, chosen) ??
    (await placeOf(flags.repo ?? remote?.repository, things, chosen))
  const lastWord = input(things, around)
  const keeps = keptBy(options, names, given)
  const isLocal = chosen.some(({ id }) => isOfMachine(id))
  if (remote && (isLocal || files.length > 0 || usesFiles(typed, chosen, names))) {
    throw new UsageError("Local files are not available here", chosen[0]?.withoutFiles)
  }
  const calls = await callsOf({ ...begun, keeps, things, files, around, lastWord })
  if (given.web) {
    const { pageOf, showPage } = await import("./gh-web.js")
    const page = pageOf(named.words)
    const [one, other] = things
    if (page && one && other) throw new UsageError("--web takes one target at a time")
    const input = Object.assign({}, ...calls.map(({ input }) => input))
    const own = { id: chosen[0]?.id ?? "", host: hostOf(things, around, remote) }
    if (page !== undefined) return showPage(page, input, own, flags, terminal)
  }
  const lacked = missingInputOf(calls, options, chosen, files)
  if (lacked !== undefined) {
    throw new UsageError(`ghx ${named.words}: ${lacked}`, await typed.usage())
  }
  const host = hostOf(things, around, remote)
  const { owner, repo } = things.find(({ repository }) => repository)?.repository ?? around ?? {}
  const started = { ...begun, keeps, host, place: placeName(owner, repo) }
  const [first, second] = calls
  if (!first) throw new UsageError(`ghx ${named.words} needs an argument`)
  if (first.step.saves) {
    const { save } = await import("./gh-save.js")
    return save(first.step.saves, { ...first.step, input: first.input, host }, given, terminal)
  }
  const [question] = chosen.flatMap(({ asks }) => asks?.(given) ?? [])
  if (question !== undefined && !(await isConfirmed(question, typed, terminal)))
    return exitCodes.auth
  const isSingle = !second && !first.step.mayMiss && !first.step.lists
  const isSure = first.step.isConfirmed || question !== undefined
  const exitCode = isSingle
    ? await executeSingle(first, started, { ...flags, ...(isSure && { yes: true }) })
    : await executeAll(calls, files, started, flags)
  if (exitCode === 0 && !flags.client?.recording) tellDone(typed, chosen, words, terminal)
  return exitCode
}

const placeName = (owner = "", repo = "") => (repo === "" ? owner : `${owner}/${repo}`)

/** `--json` without fields reads what `--raw-field` would give from stdin, where gh has no fields to print. */
async function withPipedFields(typed: Typed, terminal: Terminal): Promise<Typed> {
  const { json, ...given } = typed.given
  if (json !== true || typed.remote || !typed.steps.some(({ readsJson }) => readsJson)) return typed
  if ((given.rawField ?? given.field) !== undefined)
    throw new UsageError("--json reads the fields from stdin", "Omit --raw-field and --field")
  const fields = await readJson("--json", "-", terminal)
  if (typeof fields !== "object" || fields === null || Array.isArray(fields))
    throw new UsageError("--json expects an object on stdin", 'For example: {"name":"value"}')
  const nested = Object.entries(fields).find(([, value]) => typeof value === "object")
  if (nested)
    throw new UsageError(
      `--json: ${nested[0]} is no text, number or boolean`,
      "Quote JSON as a text",
    )
  const rawField = Object.entries(fields).map(([name, value]) => `${name}=${value}`)
  return { ...typed, given: { ...given, rawField } }
}

/** With the texts that the user writes in an editor: for `--editor`, and for a comment without a text. */
async function withTexts(typed: Typed, terminal: Terminal): Promise<Typed> {
  const { options, given, words } = typed
  const hasOption = (name: string) => options.some((one) => one.name === name)
  const hasTitle = hasOption("title")
  const lacksText = ["editor", "body", "bodyFile", "web"].every((name) => given[name] === undefined)
  const isAsked = lacksText && !hasTitle && canAsk(terminal)
  if (!hasOption("editor") || !(given.editor || isAsked)) return typed
  checked(typed, namesGiven(options, words, given, true))
  return { ...typed, given: await (await loadEditor()).written(given, hasTitle, terminal) }
}

/** The steps that options select, if these options can be given together. */
function checked({ named, steps, options, given, words }: Typed, names: ReadonlySet<string>) {
  const selected = chosenOf(named, steps, names, words)
  for (const { refuses } of selected) {
    const reason = refuses?.(names, given, words)
    if (reason !== undefined) throw new UsageError(`ghx ${named.words}: ${reason}`)
  }
  checkTogether(named, selected, options, names)
  return selected
}

/**
 * Whether `--yes` is given or the user confirms. A dry run and a record need neither, and for a program the guards of
 * its client decide what is asked.
 */
async function isConfirmed(question: string, { named, given, remote }: Typed, terminal: Terminal) {
  if (remote || given.yes || given.dryRun || given.record !== undefined) return true
  if (!canAsk(terminal)) {
    throw new UsageError(`ghx ${named.words} was not confirmed`, "Add --yes")
  }
  const { agrees } = await import("./ask.js")
  return agrees(question, terminal)
}

/** Reads what the other steps depend on, and starts them. */
async function decide(
  step: Planned,
  typed: Typed,
  names: ReadonlySet<string>,
  terminal: Terminal,
): Promise<number> {
  const { named, steps, words, given, remote } = typed
  const { startDecided } = await import("./gh-decided.js")
  const isConfirmed = steps.some(
    ({ isConfirmed, given = [] }) => isConfirmed && given.some((name) => names.has(name)),
  )
  const flags = {
    ...(given as Flags),
    ...(remote && { client: remote.client }),
    ...(isConfirmed && { yes: true }),
  }
  const deciding = {
    ...{ step, words, names, remote, use: useFor(named) },
    check: (names: ReadonlySet<string>) => void checked(typed, names),
    start: (words: readonly string[], decided: Decided) =>
      start({ ...typed, words }, terminal, decided),
  }
  return startDecided(deciding, flags, terminal)
}

async function flagsOf({ named, given }: Typed, chosen: readonly Planned[], asked?: Asked) {
  // `--key` is an input of some commands, such as `cache list`; it does not name a write.
  const { json: _, key: __, ...others } = given as Flags
  const { jq } = others
  const isOfGh = jq !== undefined && given.format === undefined && named.isOfGh
  const steps = [...(asked?.perItem ?? []).map(({ step }) => step), ...chosen]
  return {
    ...others,
    ...exportedBy(chosen, given),
    ...(isOfGh && (await loadExpression()).forContracts(jq, steps, asked)),
    ...(asked && { json: asked.fields.join(","), pick: asked.pick }),
  }
}

/** The arguments by what they give: names of objects, files, and input of all steps. */
async function partsOf({ named, steps, words, given, usage }: Typed, chosen: readonly Planned[]) {
  const [{ last, further } = {} as Partial<Planned>] = chosen
  if (further) {
    if (words.length !== further.names.length + 1) {
      throw new UsageError(`ghx ${named.words} needs ${further.names.join(" and ")}`, await usage())
    }
    return { naming: words.slice(0, 1), files: [], input: () => further.input(words.slice(1)) }
  }
  if (last !== undefined) {
    const input = (things: readonly Thing[], around: Place | undefined) => ({
      [last]: nameIn(words.at(-1) ?? "", things, around),
    })
    return { naming: words.slice(0, -1), files: [], input }
  }
  const takesFiles = steps.some(({ isForFiles, replaces }) => isForFiles || replaces !== undefined)
  // `-` stands for stdin.
  const gathered = words.length === 0 && given.file === undefined ? ["-"] : words
  const isGathering = chosen.some(({ gathers }) => gathers !== undefined)
  const files = isGathering ? gathered : takesFiles ? words.slice(1) : []
  const naming = words.slice(0, Math.max(0, words.length - files.length))
  return { naming, files, input: () => ({}) }
}

/** Whether the command reads or writes files of this machine. */
function usesFiles(
  { options, given }: Typed,
  chosen: readonly Planned[],
  names: ReadonlySet<string>,
): boolean {
  const readsFile = ({ name, fills }: Filled) => {
    const isFile = [givenOf(given, name)].flat().some((text) => /=@/.test(String(text)))
    const reads = ({ flag }: Filling) => flag.as === "added" || (flag.as === "fields" && isFile)
    return names.has(name) && fills.some(reads)
  }
  return chosen.some(({ saves }) => saves) || options.some(readsFile)
}

/** With `--format json`, the document that gh prints is the result. */
function exportedBy(
  chosen: readonly Planned[],
  { format, jq = ".", dryRun }: Given,
): Pick<RunFlags, "jq" | "forJq"> {
  if (format === undefined) return {}
  const [step, another] = chosen
  if (format !== "json" || !step?.exports || another) {
    throw new UsageError("--format takes json, for one target")
  }
  if (dryRun) return {}
  const { exports } = step
  return { jq: String(jq), forJq: (data) => exports(Object(data)) }
}

/** Which items the given options keep; undefined for all. */
function keptBy(
  options: readonly Filled[],
  names: ReadonlySet<string>,
  given: Given,
): Keeps | undefined {
  const all = options.flatMap(({ name, fills }) => {
    const value = String([givenOf(given, name)].flat().at(-1))
    const kept = names.has(name) ? fills.flatMap(({ flag }) => flag.keeps ?? []) : []
    return kept.map((one) => (item: unknown) => one(Object(item), value))
  })
  return all.length > 0 ? (item) => all.every((one) => one(item)) : undefined
}

/**
 * `--owner octocat --repo hello-world`: what the command is about and its repository belong to the same owner.
 *
 * @throws UsageError if `--repo` names another owner
 */
function ofOwner(
  repo: string | undefined,
  { owner }: Given,
  [step]: readonly Planned[],
): Place | undefined {
  if (repo === undefined || !step?.ownedBy) return undefined
  const login = [owner].flat().at(-1) ?? step.ownedBy
  const [name = "", other = login] = repo.split("/").reverse()
  const isSame =
    login === step.ownedBy || String(login).toLowerCase() === String(other).toLowerCase()
  if (!isSame) throw new UsageError(`${repo} does not belong to ${login}`)
  return repo.includes("/") ? undefined : { owner: String(login), repo: name }
}
