import type { Item } from "../print/index.js"
import { branchFlag, deletingBranch } from "./conversations.js"
import {
  by,
  type Decision,
  filling,
  type GhCommand,
  nothing,
  printing,
  QUEUE,
  switches,
  without,
} from "./step.js"

const merging = filling(
  ...["-m merge=method:MERGE", "-s squash=method:SQUASH", "-r rebase=method:REBASE"],
  ...["-t subject=commit_title", "-b body=commit_message", "-F body-file=commit_message@file"],
  "match-head-commit=head_sha",
)

/** States in which GitHub merges at once and refuses auto-merge. */
const MERGEABLE = ["CLEAN", "HAS_HOOKS", "UNSTABLE"]

/** GitHub computes whether a pull request can be merged after it is first asked. */
const isUnknown = ({ state, merge_state }: Item) => state === "OPEN" && merge_state === "UNKNOWN"

/**
 * Merges as gh does: at once where possible, by a merge queue where there is one, and against rules only with
 * `--admin`. GitHub itself needs no such option from administrators.
 */
function waysToMerge(pull: Item, names: ReadonlySet<string>): Decision {
  const name = `Pull request #${pull.number}`
  if (pull.state === "MERGED") return { done: `${name} was already merged` }
  if (pull.in_merge_queue) return { done: `${name} is already in the merge queue` }
  if (names.has("admin")) return { names }
  const state = String(pull.merge_state)
  if (isUnknown(pull)) {
    return {
      refused: `GitHub has not found out yet whether ${name} can be merged`,
      fix: "Try again, or use --admin to merge without an answer",
    }
  }
  const others = without(names, "auto")
  const method = ["merge", "squash", "rebase"].find((one) => names.has(one))
  const unused =
    pull.has_merge_queue && method ? `; the queue sets the method, not --${method}` : ""
  if (pull.has_merge_queue && names.has("delete-branch")) {
    return {
      refused: "--delete-branch does not work with a merge queue",
      fix: "Omit it; ghx repo edit --delete-branch-on-merge applies to every merge",
    }
  }
  if (MERGEABLE.includes(state)) {
    return pull.has_merge_queue
      ? { names: others.add(QUEUE), note: `${name} is added to the merge queue${unused}` }
      : { names: others }
  }
  if (names.has("auto") || pull.has_merge_queue) {
    return {
      names: others.add("auto"),
      note: `GitHub merges #${pull.number} when its requirements are met${unused}`,
    }
  }
  const reason = blocked[state]
  if (reason === undefined) return { names }
  return {
    refused: `${name} cannot be merged: ${reason}`,
    fix: "Use --auto to merge it when the requirements are met, or --admin",
  }
}

const blocked: Readonly<Record<string, string>> = {
  BLOCKED: "the rules of the base branch are not met",
  BEHIND: "its branch is behind the base branch (ghx pr update-branch updates it)",
}

export const merge: GhCommand = printing(
  nothing,
  { id: "pr.merge", without: ["auto", "disable-auto", QUEUE], flags: merging },
  { ...deletingBranch("pr.merge"), without: ["auto", "disable-auto", QUEUE] },
  {
    id: "pr.automerge.enable",
    given: ["auto"],
    without: ["admin"],
    flags: { ...switches({ auto: "" }), ...branchFlag, ...merging },
  },
  {
    id: "pr.queue.add",
    given: [QUEUE],
    isDecided: true,
    isBare: true,
    flags: {
      ...switches({ "-m merge": "", "-s squash": "", "-r rebase": "" }),
      ...filling("match-head-commit=head_sha"),
    },
  },
  by(switches({ "disable-auto": "" }), "pr.automerge.disable", { without: ["admin"] }),
  {
    id: "pr.mergeability.view",
    without: ["disable-auto"],
    flags: switches({
      admin: "Merge with an administrator's rights, against the rules of the base branch.",
    }),
    decides: waysToMerge,
    isComputing: (pull, names) => isUnknown(pull) && !names.has("admin"),
  },
)
