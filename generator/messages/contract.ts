/** The schemas of a contract, and changes of a released one. */
import type { Problem } from "../diagnostics/index.js"

export const unknownKeyword = (keyword: string, help: string | undefined): Problem => ({
  code: "GHX1101",
  message: `\`${keyword}\` is not supported in contracts`,
  help,
})

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

export const requiredIsNoProperty = (name: string, help: string | undefined): Problem => ({
  code: "GHX1103",
  message: `there is no property \`${name}\``,
  help,
})

export const noObject = (key: string): Problem => ({
  code: "GHX1104",
  message: `\`${key}\` must have \`type: object\``,
  help: "make it an object, with this as a property",
})

export const defaultWithin = (): Problem => ({
  code: "GHX1105",
  message: "only top-level inputs can have a default",
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
  message: `since ${released}, ${parts.join(", ")} changed in a compatible way`,
  help: `write ${next}`,
})

export const breaks = (released: string, change: string, next: string): Problem => ({
  code: "GHX1402",
  message: `since ${released}, ${change}: a breaking change`,
  help: `write ${next}`,
})

export const wentBack = (released: string, now: string): Problem => ({
  code: "GHX1403",
  message: `${now} is lower than the released version ${released}`,
})

export const gone = (id: string, version: string, card: string): Problem => ({
  code: "GHX1404",
  message: `\`${id}\` was released as ${version}, but its card is gone`,
  help: `restore ${card} and mark it \`deprecated\`; in a major release, remove this entry`,
})

export const damagedLock = (message: string): Problem => ({
  code: "GHX1405",
  message,
  help: "restore the file with git",
})
