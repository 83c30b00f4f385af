/** The rows of kinds that only GitHub's REST description defines. */
import * as t from "./columns.js"

export const genericTables = {
  genericRows: {
    ...t.node({ GenericRow: "GENERIC" }),
    /** The path of its collection, with ids instead of names. */
    collection: t.text,
    /** Its name or number in paths; empty for settings, of which there is one. */
    key: t.text,
    repositoryId: t.nullable(t.id("repositories")),
    creatorId: t.id("accounts"),
    /** Members as clients wrote them. */
    given: t.data<unknown>(),
    ...t.dated,
  },
}

export interface GenericRow extends t.Row<typeof genericTables.genericRows> {}
