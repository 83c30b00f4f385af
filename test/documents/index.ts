/** Documents in the styles of many authors, and a card around each. */
import { readdirSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import type { GraphQLSchema } from "graphql"
import { cardAround } from "./card-around.js"

export { operationOf } from "./card-around.js"

const FOLDER = fileURLToPath(new URL(".", import.meta.url))

export interface Sample {
  /** `gh-issue-list` */
  readonly name: string
  /** `documents.gh_issue_list` */
  readonly id: string
  readonly text: string
  readonly card: ReturnType<typeof cardAround>
}

/** Every document of this folder with a card around it. */
export function samples(schema: GraphQLSchema): Sample[] {
  const names = readdirSync(FOLDER)
    .filter((file) => file.endsWith(".graphql"))
    .map((file) => file.replace(/\.graphql$/, ""))
    .sort()
  const texts = names.map(
    (name) => [name, readFileSync(`${FOLDER}${name}.graphql`, "utf8")] as const,
  )
  const onWindows = texts
    .filter(([name]) => ["block-strings", "comments-and-commas", "gh-issue-list"].includes(name))
    .map(([name, text]) => [`${name}-crlf`, text.replace(/\r?\n/g, "\r\n")] as const)
  return [...texts, ...onWindows].map(([name, text]) => {
    const id = `documents.${name.replaceAll("-", "_")}`
    return { name, id, text, card: cardAround(id, text, schema) }
  })
}

/** The samples as the compiler reads them; JSON is YAML. */
export function inputsOf(all: readonly Sample[]): {
  cards: Map<string, string>
  operations: Map<string, string>
} {
  return {
    cards: new Map(
      all.map(({ id, card }) => [
        `cards/${id.split(".").join("/")}.yaml`,
        JSON.stringify(card, null, 2),
      ]),
    ),
    operations: new Map(all.map(({ card, text }) => [card.graphql.documentPath, text])),
  }
}
