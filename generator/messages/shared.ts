/** What cards share, and inputs that are derived. */
import type { Problem } from "../diagnostics/index.js"

export const otherFile = (known: readonly string[], near: string | undefined): Problem => ({
  code: "GHX1014",
  message: `cards share ${known.map((path) => `\`${path}\``).join(" and ")}: this file is left alone`,
  help: near === undefined ? undefined : `did you mean \`${near}\`?`,
  severity: "warning",
})

export const inputWithoutType = (name: string): Problem => ({
  code: "GHX1731",
  message: `nothing says what \`${name}\` is: no variable, parameter, property or flag has its name or gets it as it is`,
  help: `write \`${name}: { type: string }\` under \`input\``,
})

export const otherType = (name: string, shared: string, request: string): Problem => ({
  code: "GHX1732",
  message: `\`${name}\` is ${shared} to the vocabulary, and the request takes ${request}`,
  help: "give the input another name, or its `type` in the card",
})

export const noLookup = (name: string, route: string, help: string): Problem => ({
  code: "GHX1711",
  message: `the library has no look-up \`${name}\` for ${route}`,
  help,
})

export const lookupDoesNotRead = (
  lookup: string,
  name: string,
  help: string | undefined,
): Problem => ({
  code: "GHX1712",
  message: `\`${lookup}\` does not read \`${name}\``,
  help,
})

export const noOneResult = (document: string): Problem => ({
  code: "GHX1713",
  message: `\`${document}\` selects more than one leaf`,
  help: "say which one the look-up finds, as `result`",
})
