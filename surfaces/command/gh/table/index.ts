/** gh's commands and flags, as far as they do not follow from ids and inputs. */
import { discussions } from "./discussions.js"
import { gists } from "./gists.js"
import { issues } from "./issues.js"
import { projects } from "./projects.js"
import { pulls } from "./pulls.js"
import { releases } from "./releases.js"
import { repositories } from "./repositories.js"
import { runs } from "./runs.js"
import type { GhCommand } from "./step.js"

export { absent, absentOptions } from "./absent.js"
export * from "./help.js"
export { listedIn } from "./listed.js"
export * from "./names.js"
export * from "./step.js"
export * from "./symbols.js"

/** By the words after `gh`: the steps of a command, in order. Several steps are one chain. */
export const commands: Readonly<Record<string, GhCommand>> = {
  ...issues,
  ...pulls,
  ...runs,
  ...releases,
  ...projects,
  ...repositories,
  ...discussions,
  ...gists,
}
