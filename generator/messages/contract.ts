/** The schemas of a contract, and changes of a released one. */
import { type Problem, problem } from "../diagnostics/index.js"

export const unknownKeyword = (keyword: string, help: string | undefined) =>
  problem("GHX1101", `\`${keyword}\` is not supported in contracts`, help)

const malformed = (message: string, help?: string): Problem => ({ code: "GHX1102", message, help })

export const noSchema = (help: string) => malformed("a schema must be a map of keywords", help)

export const emptySchema = () => malformed("a schema needs `type`, `enum`, `const` or `anyOf`")

export const wrongKeyword = (keyword: string, message: string) =>
  malformed(`\`${keyword}\` ${message}`)

export const requiredAsFlag = () =>
  malformed(
    "`required` is a list of the properties of an object",
    "an input is required if a request needs it, or with `optional: false`",
  )

export const inapplicableKeyword = (keyword: string, types: string, owners: string) =>
  malformed(`\`${keyword}\` does not apply to ${types}`, `it applies to ${owners}`)

export const requiredIsNoProperty = (name: string, help: string | undefined) =>
  problem("GHX1103", `there is no property \`${name}\``, help)

export const noObject = (key: string) =>
  problem(
    "GHX1104",
    `\`${key}\` must have \`type: object\``,
    "make it an object, with this as a property",
  )

export const defaultWithin = () =>
  problem(
    "GHX1105",
    "only top-level inputs can have a default",
    "describe the effect of omitting it in `description`",
  )

export const invalidDefault = (message: string) => problem("GHX1105", `the default ${message}`)

export const reservedProperty = (name: string) =>
  problem(
    "GHX1106",
    `\`${name}\` is a built-in property of every JavaScript object`,
    "choose another name",
  )

export const notSnakeCase = (name: string, help: string | undefined) =>
  problem("GHX1106", `\`${name}\` is not lower snake_case`, help)

export const emptyRange = (low: string, high: string) =>
  problem("GHX1107", `${low} is above ${high}`)

export const valueNotOfType = (value: string, type: string, help: string | undefined) =>
  problem("GHX1107", `${value} is not ${type}`, help)

export const changed = (released: string, parts: readonly string[], next: string) =>
  problem(
    "GHX1401",
    `since ${released}, ${parts.join(", ")} changed in a compatible way`,
    `write ${next}`,
  )

export const breaks = (released: string, change: string, next: string) =>
  problem("GHX1402", `since ${released}, ${change}: a breaking change`, `write ${next}`)

export const wentBack = (released: string, now: string) =>
  problem("GHX1403", `${now} is lower than the released version ${released}`)

export const gone = (id: string, version: string, card: string) =>
  problem(
    "GHX1404",
    `\`${id}\` was released as ${version}, but its card is gone`,
    `restore ${card} and mark it \`deprecated\`; in a major release, remove this entry`,
  )

export const damagedLock = (message: string) =>
  problem("GHX1405", message, "restore the file with git")
