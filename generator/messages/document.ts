/** GraphQL documents, and how a card names them. */
import { type Problem, problem, warning } from "../diagnostics/index.js"

export const missing = (path: string, near: string | undefined) =>
  problem(
    "GHX1201",
    `there is no document \`${path}\``,
    near === undefined ? "create it" : `did you mean \`${near}\`?`,
  )

const unreadable = (message: string, help?: string): Problem => ({ code: "GHX1202", message, help })

export const tooLarge = (message: string) => unreadable(message)

export const tooDeep = () => unreadable("the document is nested too deeply")

export const notClosed = () =>
  unreadable("the document ends too early", "a `{` or a `(` is not closed")

export const syntaxError = (message: string) => unreadable(message)

export const invalid = (message: string, help: string | undefined) =>
  problem("GHX1203", message, help)

/** @param path - the file of the field, if it is a shared fragment */
export const giveAlias = (alias: string, name: string, path: string | undefined) =>
  `write \`${alias}: ${name}\`${path === undefined ? "" : ` in ${path}`}, and read \`${alias}\` in the card`

export const noOperation = () => problem("GHX1204", "the document has no operation")

export const subscription = () => problem("GHX1204", "subscriptions are not supported")

export const secondOperation = () =>
  problem("GHX1204", "the document has a second operation: move it to its own document")

export const unnamedOperation = (type: string, name: string) =>
  problem("GHX1204", "the operation has no name", `begin it with \`${type} ${name}\``)

export const otherOperation = (path: string, name: string, found: readonly string[]) =>
  problem(
    "GHX1205",
    `\`${path}\` has no operation \`${name}\``,
    `it has \`${found.join("`, `")}\`: rename it to \`${name}\``,
  )

export const otherEffect = (name: string, type: string, effect: string) =>
  problem(
    "GHX1206",
    `\`${name}\` is a ${type}, so the effect cannot be \`${effect}\``,
    effect === "read"
      ? "set `effect: write`, or `effect: destroy` if it is irreversible"
      : "set `effect: read`",
  )

export const readsNot = (what: string) => otherThan(what, "changes something", "read", "write")

export const destroys = (what: string) => otherThan(what, "is destructive", "write", "destroy")

const otherThan = (what: string, why: string, effect: string, wanted: string) =>
  problem(
    "GHX1206",
    `\`${what}\` ${why}, so the effect cannot be \`${effect}\``,
    `set \`effect: ${wanted}\``,
  )

export const unused = (help: string) => warning("GHX1207", "no card uses this document", help)

export const unusedFragment = (help: string) =>
  warning("GHX1207", "no document of a card spreads this fragment", help)

export const noPageSize = (field: string) =>
  problem("GHX1208", `\`${field}\` selects nodes, so it needs \`first\` or \`last\`, from 1 to 100`)

export const firstAndLast = (argument: string) =>
  problem(
    "GHX1209",
    `\`${argument}\` is always set here, and GitHub rejects \`first\` and \`last\` together`,
    "remove one, or map both to optional inputs without defaults",
  )

export const pageSize = (found: string, least = 1) =>
  problem("GHX1209", `a page has ${least} to 100 nodes, found ${found}`)

export const unboundedPage = (variable: string, found: string) =>
  problem(
    "GHX1209",
    `\`$${variable}\` must be from 1 to 100: ${found}`,
    "give the input `minimum: 1` and `maximum: 100`, and a default when it is optional",
  )

export const tooManyNodes = (most: number, nodes: number) =>
  problem(
    "GHX1210",
    `this can return ${nodes.toLocaleString("en")} nodes, GitHub allows ${most.toLocaleString("en")}`,
    "page sizes of nested connections multiply: reduce the inner ones",
  )

export const deprecated = (message: string) => warning("GHX1211", message)

export const selectedAndUnused = (field: string) =>
  warning("GHX1212", `\`${field}\` is selected but never used`)

export const notAtTheCardsPath = (wanted: string, found: string, help: string) =>
  problem("GHX1213", `the document of this card belongs at \`${wanted}\`, found \`${found}\``, help)

const fragment = (message: string, help?: string): Problem => ({ code: "GHX1705", message, help })

export const fragmentFile = (path: string) =>
  fragment(
    `\`${path}\` is not a valid path of a shared fragment`,
    "move it to `operations/shapes/NAME.graphql`, with a snake_case name; names like `s1_…` are reserved for chains",
  )

export const notOneFragment = (name: string) =>
  fragment(
    `this file must hold exactly one fragment, \`${name}\``,
    "move everything else to another file",
  )

export const fragmentOfOtherName = (name: string, found: string) =>
  fragment(
    `the fragment of this file is \`${name}\`, found \`${found}\``,
    `write \`fragment ${name} on …\``,
  )

export const variableInFragment = (name: string) =>
  fragment(
    `\`$${name}\` is not a variable of every document that spreads this`,
    "write a constant, or select the field in the documents",
  )

export const fragmentCalledLikeShared = (name: string) =>
  fragment(
    `\`${name}\` is also a shared fragment that another fragment of this document spreads: their names collide`,
    "rename this fragment, or remove it to use the shared one",
  )

export const twoFragments = (name: string, path: string) =>
  fragment(
    `this document spreads two fragments \`${name}\`: one of the project, and one of the package through another fragment`,
    `give the shape of ${path} another name`,
  )

export const spreadAndUnused = (name: string) =>
  warning("GHX1212", `no field of \`...${name}\` is used`)
