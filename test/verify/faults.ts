/** Faults of a broken compiler that the comparison must find, because no earlier stage does. */
import type { Finding } from "./verify.js"

/** One defect in an otherwise unchanged file. */
export interface Fault {
  readonly path: string
  readonly part: string | RegExp
  readonly other: string
  readonly found: Finding
}

/** A fault that is reported at its place. */
function fault(path: string, part: string | RegExp, other: string, message: string): Fault {
  return { path, part, other, found: { where: path, message } }
}

export const faults: Record<string, Fault> = {
  "an exported any": fault(
    "generated/shapes/issue_summary.ts",
    "\turl: string\n",
    "\turl: any\n",
    "`url` is `any`",
  ),
  "an exported any that is not written": fault(
    "generated/operations/user/me.ts",
    "export type",
    'export const read = JSON.parse("1")\n\nexport type',
    "`read` is `any`",
  ),
  "an undocumented type": fault(
    "generated/shapes/label.ts",
    "/** A label of a repository. */\n",
    "",
    "`Label` is exported and has no documentation",
  ),
  "an undocumented namespace": fault(
    "generated/issue/index.ts",
    /\/\*\* The capabilities `issue.comments.\*`.*?\*\//s,
    "",
    "`comments` is exported and has no documentation",
  ),
  "an import from elsewhere": fault(
    "generated/issue/close.ts",
    "export interface",
    'import "node:buffer"\nexport interface',
    "`node:buffer` is neither a generated module nor part of the runtime",
  ),
  "a type from elsewhere": fault(
    "generated/shapes/release.ts",
    "\turl: string\n",
    '\turl: import("node:url").Url["href"] & string\n',
    "`node:url` is neither a generated module nor part of the runtime",
  ),
  "a statement that the writer does not know": fault(
    "generated/issue/create.ts",
    "export interface",
    'console.log("here")\n\nexport interface',
    "not allowed in generated code: expression statement",
  ),
  "a mapping of another type": fault(
    "generated/repo/view.ts",
    "homepage: repository.homepageUrl,",
    "homepage: repository.homepageUrll,",
    "Property 'homepageUrll' does not exist",
  ),
  "a response type that lacks a null": {
    path: "generated/operations/issue/update.ts",
    // A missing null.
    part: /\t{2}} \| null\n\t} \| null/,
    other: "\t\t}\n\t} | null",
    found: {
      where: "operations/issue/update.graphql",
      message:
        "GraphQL Code Generator generates other types for the answer to operations/issue/update.graphql: theirs has more",
    },
  },
  "a required variable typed as optional": {
    path: "generated/operations/issue/comments/create.ts",
    part: "\tbody: string\n",
    other: "\tbody?: string | undefined\n",
    found: {
      where: "operations/issue/comments/create.graphql",
      message:
        "GraphQL Code Generator generates other types for the variables of operations/issue/comments/create.graphql: ours has more",
    },
  },
  "an output of another type": {
    path: "generated/search/code.ts",
    part: "\tpath: string\n",
    other: "\tpath: string | null\n",
    found: {
      where: "search.code",
      message: "json-schema-to-typescript generates another type for the output: ours has more",
    },
  },
  "a suppressed type error": fault(
    "generated/user/me.ts",
    /^(.*)$/s,
    "// @ts-nocheck\n$1",
    "`@ts-nocheck` suppresses a TypeScript error",
  ),
}
