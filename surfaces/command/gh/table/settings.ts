/** gh's commands for labels, milestones, rulesets, secrets, variables, caches and organizations. */
import { type Item, itemsOf } from "../print/index.js"
import {
  type Commands,
  type ComputedFields,
  changes,
  chosenBy,
  type Decision,
  filling,
  named,
  nothing,
  type Step,
  switches,
  without,
} from "./step.js"

const labelColor = filling("-c color@color")

const creatingLabel: Pick<Step, "alone" | "flags" | "prints" | "usual"> = {
  alone: "Create one label at a time",
  prints: nothing,
  usual: {
    /** As with gh, any color. */
    get color() {
      return Math.floor(Math.random() * 0x1000000)
        .toString(16)
        .padStart(6, "0")
    },
  },
  flags: { ...labelColor, ...filling("-d description") },
}

/** As in gh, only secrets and variables of organizations have these. */
const ofOrganizations: ComputedFields = {
  visibility: { from: ["name"], value: () => "" },
  selectedReposURL: { from: ["name"], value: () => "" },
  numSelectedRepos: { from: ["name"], value: () => 0 },
}

const setting: Pick<Step, "alone" | "flags" | "piped"> = {
  alone: "Pass the value with --body, --body-file or stdin",
  flags: filling({
    "-b body=value": "The value (default: stdin).",
    "-F body-file=value@file": "Read the value from a file, or from stdin with -.",
  }),
  piped: "value",
}

function allCaches({ items }: Item, names: ReadonlySet<string>): Decision {
  const ids = itemsOf(items).map(({ cache_id }) => String(cache_id))
  const none = "There are no caches to delete"
  if (ids.length > 0) {
    return { names: without(names, "all", "succeed-on-no-caches"), words: ids }
  }
  return names.has("succeed-on-no-caches")
    ? { done: none }
    : { refused: none, fix: "Use --succeed-on-no-caches if that is no error" }
}

const stateOfMilestone: Step = { id: "repo.milestone.update", isBare: true }

export const settings: Commands = {
  "auth status": {
    id: "user.me",
    prints: ({ login }) => `✓ Logged in as ${login}\n`,
    isBare: true,
  },
  "label list": {
    id: "repo.labels.list",
    // As in gh, in the order of their creation.
    usual: { sort: "CREATED_AT" },
    refuses: (names) =>
      names.has("search") && (names.has("order") || names.has("sort"))
        ? "--search cannot be combined with --sort and --order"
        : undefined,
    flags: {
      ...filling("-S search=query", "order=direction"),
      sort: { input: "sort", means: { created: "CREATED_AT" } },
    },
    prints: ["name", "description", ({ color }) => `#${color}`],
    computed: named("description?"),
  },
  "label create": chosenBy(
    ["force"],
    { ...creatingLabel, id: "repo.label.create" },
    {
      ...creatingLabel,
      id: "repo.label.upsert",
      flags: { ...creatingLabel.flags, ...switches({ "-f force": "" }) },
    },
  ),
  ...changes(nothing, {
    "label edit": {
      id: "repo.label.update",
      flags: { ...filling("-n name=new_name"), ...labelColor, ...filling("-d description") },
    },
    "label delete": "repo.label.delete",
    "variable set": { id: "repo.variable.set", ...setting },
    "variable delete": { id: "repo.variable.delete", isConfirmed: true },
    "secret set": { id: "repo.secret.set", ...setting },
    "secret delete": { id: "repo.secret.delete", isConfirmed: true },
  }),
  "cache list": {
    id: "workflow.caches.list",
    flags: filling("-r ref", "-k key", "-S sort", "-O order=direction"),
    prints: ["cache_id", "key", "size", "created_at", "last_accessed_at"],
    computed: { id: "cache_id", sizeInBytes: "size" },
  },
  "cache delete": chosenBy(
    ["all"],
    { id: "workflow.cache.delete", about: "cache_id", isConfirmed: true, prints: nothing },
    {
      id: "workflow.caches.list",
      isBare: true,
      isConfirmed: true,
      flags: switches({
        "-a all": "Delete all caches of the repository.",
        "succeed-on-no-caches": "With --all: no error if there are none.",
      }),
      decides: allCaches,
    },
  ),
  "ruleset list": {
    id: "repo.rulesets.list",
    prints: ["ruleset_id", "name", "source", "enforcement"],
  },
  "ruleset check": { id: "repo.branch.rules.list" },
  "ruleset view": { id: "repo.ruleset.view", about: "ruleset_id" },
  "variable list": {
    id: "repo.variables.list",
    prints: ["name", "value", "updated_at"],
    computed: ofOrganizations,
  },
  "variable get": {
    id: "repo.variable.view",
    prints: ({ value }) => `${value ?? ""}\n`,
    computed: ofOrganizations,
  },
  "secret list": {
    id: "repo.secrets.list",
    prints: ["name", "updated_at"],
    computed: ofOrganizations,
  },
  "milestone list": { id: "repo.milestones.list" },
  "milestone create": { id: "repo.milestone.create" },
  "milestone edit": { id: "repo.milestone.update" },
  ...changes(nothing, {
    "milestone close": { ...stateOfMilestone, usual: { state: "CLOSED" } },
    "milestone reopen": { ...stateOfMilestone, usual: { state: "OPEN" } },
  }),
  "milestone delete": { id: "repo.milestone.delete" },
  "org list": {
    id: "user.orgs.list",
    alone: "Pass one login",
    usual: { login: "@me" },
    prints: ["login"],
  },
}
