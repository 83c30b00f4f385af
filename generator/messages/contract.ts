/** The schemas of a contract, and changes of a released one. */
import type { Problem } from "../diagnostics/index.js"

export const unknownKeyword = (keyword: string, help: string | undefined): Problem => ({
  code: "GHX1101",
  message: `\`${keyword}\` is not a keyword that contracts may use`,
  help,
})

const malformed = (message: string, help?: string): Problem => ({ code: "GHX1102", message, help })

export const noSchema = (help: string) => malformed("a schema is a map of keywords", help)

export const emptySchema = () => malformed("a schema needs `type`, `enum`, `const` or `anyOf`")

export const wrongKeyword = (keyword: string, message: string) =>
  malformed(`\`${keyword}\` ${message}`)

export const requiredAsFlag = () =>
  malformed(
    "`required` is a list of the properties of an object",
    "an input is asked for where a request needs it, or with `optional: false` in the card",
  )

export const idleKeyword = (keyword: string, types: string, owners: string) =>
  malformed(`\`${keyword}\` says nothing about ${types}`, `it belongs to ${owners}`)

export const requiredIsNoProperty = (name: string, help: string | undefined): Problem => ({
  code: "GHX1103",
  message: `no property \`${name}\``,
  help,
})

export const noObject = (key: string): Problem => ({
  code: "GHX1104",
  message: `\`${key}\` must have \`type: object\``,
  help: "use an object and make this a property of it",
})

export const defaultWithin = (): Problem => ({
  code: "GHX1105",
  message: "a default is applied to the properties of the input only",
  help: "describe the effect of omitting it in `description`",
})

export const invalidDefault = (message: string): Problem => ({
  code: "GHX1105",
  message: `the default ${message}`,
})

export const reservedProperty = (name: string): Problem => ({
  code: "GHX1106",
  message: `\`${name}\` is a built-in property of every JavaScript object`,
  help: "choose another name",
})

export const notSnakeCase = (name: string, help: string | undefined): Problem => ({
  code: "GHX1106",
  message: `\`${name}\` is not lower snake_case`,
  help,
})

export const emptyRange = (low: string, high: string): Problem => ({
  code: "GHX1107",
  message: `${low} is above ${high}`,
})

export const valueNotOfType = (value: string, type: string, help: string | undefined): Problem => ({
  code: "GHX1107",
  message: `${value} is not ${type}`,
  help,
})

export const changed = (released: string, parts: readonly string[], next: string): Problem => ({
  code: "GHX1401",
  message: `since ${released}, ${parts.join(", ")} changed: callers keep working, and can see it`,
  help: `write ${next}`,
})

export const breaks = (released: string, change: string, next: string): Problem => ({
  code: "GHX1402",
  message: `since ${released}, ${change}: that breaks callers`,
  help: `write ${next}`,
})

export const wentBack = (released: string, now: string): Problem => ({
  code: "GHX1403",
  message: `${released} was released, so ${now} cannot come after it`,
})

export const gone = (id: string, version: string, card: string): Problem => ({
  code: "GHX1404",
  message: `\`${id}\` was released as ${version}, and no card has it any more`,
  help: `bring ${card} back and deprecate it; with a major release of the package, remove it here`,
})

export const damagedLock = (message: string): Problem => ({
  code: "GHX1405",
  message,
  help: "restore it with git",
})
