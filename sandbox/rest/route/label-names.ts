import { type Static, Type } from "typebox"
import { Value } from "typebox/value"
import { has, insertLabel } from "../../state/index.js"
import type { Label, Repository } from "../../tables/index.js"
import { invalid, refuse } from "./errors.js"
import type { AskedRequest } from "./request.js"

/** A label given by name: as a string, or as an object with a name. */
export const labelName = Type.Union([Type.String(), Type.Object({ name: Type.String() })])

const bodies = Type.Union([Type.Array(labelName), Type.Object({ labels: Type.Array(labelName) })])

/** The names in a body that is a list, or an object that holds one. */
export function labelNamesIn(request: AskedRequest): Static<typeof labelName>[] {
  const body = request.body.by(bodies)
  if (!Value.Check(bodies, body)) throw invalid("Label", "labels", "missing_field")
  return Array.isArray(body) ? body : body.labels
}

/** The labels with these names. If the viewer may write, missing labels are created, as on GitHub. */
export const labelsNamed = (
  { store }: AskedRequest,
  repository: Repository,
  names: readonly Static<typeof labelName>[],
): Label[] =>
  names.map((one) => {
    const name = typeof one === "string" ? one : one.name
    const known = store.labelByName(repository, name)
    if (known) return known
    if (!has(store, repository, "WRITE", "issues")) {
      throw refuse(403, "You do not have permission to create labels on this repository.", {
        errors: [{ resource: "Repository", field: "label", code: "unauthorized" }],
      })
    }
    return insertLabel(store, repository, { name, color: "ededed" })
  })
