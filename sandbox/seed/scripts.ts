import { closestMatch } from "leven"
import type { SandboxWorkflow } from "../public/index.js"
import { jobsIn, mergeWhatIsReady } from "../state/index.js"
import { type Store, transaction, type Workflow } from "../tables/index.js"
import { plantRun } from "./automation.js"
import { checked } from "./load.js"

/** @throws TypeError if no workflow has the name, or several do */
export function workflowByScript(current: () => Store, name: string): SandboxWorkflow {
  const find = () => workflowNamed(current(), name)
  find()
  return {
    async run(given = {}) {
      const script = checked("ScriptedRun", given, "run")
      const [store, workflow] = [current(), find()]
      const { job: _, log: _log, annotations: _notes, steps: _steps, ...run } = script
      const jobs = jobsIn(script, workflow.name)
      return transaction(store, () => {
        const repository = store.get("repositories", workflow.repositoryId)
        const seed = { ...run, ...(jobs.length > 0 && { jobs }) }
        const { id } = plantRun(store, repository, workflow, seed)
        mergeWhatIsReady(store, repository.id)
        return { id }
      })
    },
    async scriptRuns(given) {
      const script = checked("RunScript", given, "script")
      current().update(find(), { script })
    },
  }
}

function workflowNamed(store: Store, name: string): Workflow {
  const places = (one: Workflow) => {
    const repository = store.nameWithOwner(store.get("repositories", one.repositoryId))
    const file = one.path.split("/").at(-1) ?? ""
    return [`${repository}/${file}`, `${repository}/${one.name}`, file, one.name]
  }
  const all = store.where("workflows", () => true)
  const found = all.filter((one) => places(one).includes(name))
  const [first] = found
  if (first && found.length === 1) return first
  const longer = (first ? found : all).map((one) => places(one)[0] ?? "")
  if (first) throw new TypeError(`several workflows are \`${name}\`: ${longer.join(", ")}`)
  const near = closestMatch(name, all.flatMap(places), { maxDistance: 3 })
  const meant = near === undefined ? `there are ${longer.join(", ")}` : `did you mean \`${near}\`?`
  throw new TypeError(`the sandbox has no workflow \`${name}\`: ${meant}`)
}
