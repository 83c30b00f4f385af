/** Selects the steps of a command by its options. */
import { refuseOption } from "../input/index.js"
import { UsageError } from "../output/index.js"
import type { Filled, Filling, Planned } from "./options.js"
import { camelCase, FILES, FORMAT, LABELS, LINES, NAMED, QUEUE, TEXT } from "./table/index.js"
import { itemsIn } from "./values.js"
import type { Named } from "./words.js"

/** Given options, by commander's names. */
export type Given = Readonly<Record<string, unknown>>

export const givenOf = (given: Given, name: string): unknown => given[camelCase(name)]

/** The given options, with their replacements. */
export function namesGiven(
  options: readonly Filled[],
  words: readonly string[],
  given: Given,
  isTerminal: boolean,
): Set<string> {
  const isData = ["json", "format", "jq", "envelope", "route", "web"].some(
    (name) => given[name] !== undefined,
  )
  return new Set([
    ...options.flatMap((one) => {
      const value = givenOf(given, one.name)
      const { emptied } = one.fills[0].flag
      if (emptied !== undefined && isEmpty(value)) return [emptied]
      const isIgnored = one.fills.every((filling) => ignoresEmpty(one.name, filling, value))
      return isGiven(one, value) && !isIgnored ? [one.name] : []
    }),
    ...(given.format === undefined ? [] : [FORMAT]),
    ...(words.length > 0 ? [NAMED] : []),
    ...(words.length > 1 ? [FILES] : []),
    ...(isData ? [] : [TEXT]),
    ...(isData || isTerminal ? [] : [LINES]),
    ...(itemsIn(given.label).length > 1 ? [LABELS] : []),
  ])
}

/** A switch that only selects a step counts as absent if it is off. */
function isGiven({ fills: [{ flag }] }: Filled, value: unknown): boolean {
  const { input, off, onlyOff } = flag
  if (onlyOff !== undefined && value === true) throw new UsageError(onlyOff)
  const hasOff = input !== undefined || off !== undefined || onlyOff !== undefined
  return value !== undefined && (value !== false || hasOff)
}

const isEmpty = (value: unknown) => [value].flat().every((text) => text === "")

/**
 * Whether an option counts as absent because its value is empty, such as that of a variable of a script. In an update,
 * it may be meant to clear the value.
 *
 * @throws UsageError if a write would then go elsewhere, such as to the default branch
 */
export function ignoresEmpty(
  name: string,
  { step, flag, schema }: Filling,
  value: unknown,
): boolean {
  if (!isEmpty(value) || flag.as === "file") return false
  const { id, contract } = step
  if (contract.effect === "read") return step.query === undefined
  const { type, minLength = 0, minItems = 0 } = schema
  const isValid = type !== "integer" && minLength === 0 && minItems === 0
  if (id.endsWith(".update") || isValid) return false
  if (type === "array" || dispensable.has(name)) return true
  throw new UsageError(
    `--${name} is empty`,
    "A variable of a script may be unset. Omit the option if its default is meant",
  )
}

/** Options without which a write is smaller, but the same. */
const dispensable = new Set([
  ...["title", "notes", "body", "comment", "subject", "message", "instructions"],
  ...["commit-title", "commit-message", "content-type"],
  ...["milestone", "project", "add-project", "remove-project"],
])

const mostOptions = 10

export function chosenOf(
  { words: name }: Named,
  steps: readonly Planned[],
  names: ReadonlySet<string>,
  words: readonly string[],
): readonly Planned[] {
  const chosen = steps.filter(
    ({ given: wanted, and = [], without = [], unlessOnly = [] }) =>
      (wanted === undefined || wanted.some((one) => names.has(one))) &&
      and.every((one) => names.has(one)) &&
      (unlessOnly.length === 0 || !isOnly(names, unlessOnly)) &&
      !without.some((one) => names.has(one)),
  )
  if (chosen.length > 0) return chosen
  if (steps.every(({ given = [] }) => given.includes(NAMED))) {
    throw new UsageError(`ghx ${name} needs an argument`, `See ghx ${name} --help`)
  }
  refuseOption(words)
  const could = [...new Set(steps.flatMap(({ given: wanted = [] }) => wanted))].map(optionLabel)
  const shown = could.slice(0, mostOptions)
  const others = could.length > mostOptions ? [`or ${could.length - mostOptions} others`] : []
  throw new UsageError(
    `ghx ${name} needs an option`,
    `Use one of ${[...shown, ...others].join(", ")}`,
  )
}

/** Whether options are given, and no others than these. Stand-ins for options do not count. */
function isOnly(names: ReadonlySet<string>, these: readonly string[]): boolean {
  const given = [...names].filter((name) => !name.startsWith("<"))
  return given.length > 0 && given.every((name) => these.includes(name))
}

/** Refuses combinations of options in which one would be ignored. */
export function checkTogether(
  { words }: Named,
  chosen: readonly Planned[],
  options: readonly Filled[],
  given: ReadonlySet<string>,
): void {
  const filling = new Map<string, string>()
  for (const { name, fills } of options) {
    if (!given.has(name)) continue
    const own = fills.filter(({ step }) => chosen.includes(step))
    if (own.length === 0) {
      const steps = fills.map(({ step }) => step)
      const against = steps.flatMap(({ without = [] }) => without.filter((one) => given.has(one)))
      const wanted = steps.flatMap(({ given: wanted = [] }) => wanted)
      const [how, names] =
        against.length > 0 ? ["cannot be combined with", against] : ["requires", wanted]
      const labels = [...new Set(names)].map(optionLabel).join(", ")
      const fix = against.length > 0 ? "Run one command for each" : undefined
      throw new UsageError(`ghx ${words}: --${name} ${how} ${labels}`, fix)
    }
    for (const { step, flag } of own) {
      if (flag.input === undefined || /^(?:pairs|fields|plus|minus|since)$/.test(flag.as ?? ""))
        continue
      const key = `${step.id} ${flag.input}`
      const other = filling.get(key)
      if (other !== undefined) throw new UsageError(`Use --${other} or --${name}, not both`)
      filling.set(key, name)
    }
  }
}

const pseudo: Readonly<Record<string, string>> = {
  [FILES]: "files",
  [LABELS]: "several --label",
  [NAMED]: "a name",
  [QUEUE]: "a merge queue",
}

const optionLabel = (name: string) => pseudo[name] ?? `--${name}`
