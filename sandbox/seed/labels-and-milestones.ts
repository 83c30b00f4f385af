import { SeedError } from "../errors/index.js"
import { insertLabel, insertMilestone } from "../state/index.js"
import type { Label, Repository, Store } from "../tables/index.js"
import { inPlace, sessionFor } from "./people.js"
import type { Plot } from "./repository-row.js"

export function plantLabels({ store, repository, seed, where }: Plot): void {
  for (const label of seed.labels ?? []) {
    inPlace(`label ${label.name} of ${where}`, () =>
      insertLabel(store, repository, { ...label, color: label.color ?? "ededed" }),
    )
  }
}

export function plantMilestones({ store, repository, owner, seed, where }: Plot): void {
  const creatorId = sessionFor(store, owner).viewer.account.id
  for (const milestone of seed.milestones ?? []) {
    inPlace(`milestone ${milestone.title} of ${where}`, () =>
      insertMilestone(store, repository, creatorId, {
        title: milestone.title,
        description: milestone.description ?? null,
        dueOn: milestone.due_on ?? null,
        state: milestone.state ?? "OPEN",
      }),
    )
  }
}

export function requireLabel(
  store: Store,
  repository: Repository,
  name: string,
  place: string,
): Label {
  const label = store.labelByName(repository, name)
  if (label) return label
  throw new SeedError([`${place}: there is no label ${name} in the repository`])
}
