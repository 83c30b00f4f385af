/** gh's commands for labels, milestones, rulesets, secrets, variables, caches and organizations. */
import { type Item, itemsOf } from "../print/index.js"
import {
  type Commands,
  type ComputedFields,
  chosenBy,
  type Decision,
  type Flag,
  nothing,
  on,
  renamed,
  type Step,
  without,
} from "./step.js"

const labelColor: Flag = { short: "c", input: "color", as: "color" }

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
  flags: { color: labelColor, description: { short: "d", input: "description" } },
}

/** As in gh, only secrets and variables of organizations have these. */
const ofOrganizations: ComputedFields = {
  visibility: { from: ["name"], value: () => "" },
  selectedReposURL: { from: ["name"], value: () => "" },
  numSelectedRepos: { from: ["name"], value: () => 0 },
}

const setting: Pick<Step, "alone" | "flags" | "piped" | "prints"> = {
  alone: "Pass the value with --body, --body-file or stdin",
  flags: {
    body: { short: "b", input: "value", help: "The value (default: stdin)." },
    "body-file": {
      short: "F",
      input: "value",
      as: "file",
      help: "Read the value from a file, or from stdin with -.",
    },
  },
  piped: "value",
  prints: nothing,
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

const stateOfMilestone: Step = { id: "repo.milestone.update", isBare: true, prints: nothing }

export const settings: Commands = {
  "auth status": [
    { id: "user.me", prints: ({ login }) => `✓ Logged in as ${login}\n`, isBare: true },
  ],
  "label list": [
    {
      id: "repo.labels.list",
      // As in gh, in the order of their creation.
      usual: { sort: "CREATED_AT" },
      refuses: (names) =>
        names.has("search") && (names.has("order") || names.has("sort"))
          ? "--search cannot be combined with --sort and --order"
          : undefined,
      flags: {
        search: { short: "S", input: "query" },
        order: { input: "direction" },
        sort: { input: "sort", means: { created: "CREATED_AT" } },
      },
      prints: ["name", "description", ({ color }) => `#${color}`],
      computed: {
        // gh returns an empty text instead of null.
        description: renamed("description", ""),
      },
    },
  ],
  "label create": chosenBy(
    ["force"],
    { ...creatingLabel, id: "repo.label.create" },
    {
      ...creatingLabel,
      id: "repo.label.upsert",
      flags: { ...creatingLabel.flags, force: { short: "f", ...on } },
    },
  ),
  "label edit": [
    {
      id: "repo.label.update",
      flags: {
        name: { short: "n", input: "new_name" },
        color: labelColor,
        description: { short: "d", input: "description" },
      },
      prints: nothing,
    },
  ],
  "label delete": [{ id: "repo.label.delete", prints: nothing }],
  "cache list": [
    {
      id: "workflow.caches.list",
      flags: {
        ref: { short: "r", input: "ref" },
        key: { short: "k", input: "key" },
        sort: { short: "S", input: "sort" },
        order: { short: "O", input: "direction" },
      },
      prints: ["cache_id", "key", "size", "created_at", "last_accessed_at"],
      computed: { id: renamed("cache_id"), sizeInBytes: renamed("size") },
    },
  ],
  "cache delete": chosenBy(
    ["all"],
    { id: "workflow.cache.delete", about: "cache_id", isConfirmed: true, prints: nothing },
    {
      id: "workflow.caches.list",
      isBare: true,
      isConfirmed: true,
      flags: {
        all: { short: "a", ...on, help: "Delete all caches of the repository." },
        "succeed-on-no-caches": { ...on, help: "With --all: no error if there are none." },
      },
      decides: allCaches,
    },
  ),
  "ruleset list": [
    { id: "repo.rulesets.list", prints: ["ruleset_id", "name", "source", "enforcement"] },
  ],
  "ruleset check": [{ id: "repo.branch.rules.list" }],
  "ruleset view": [{ id: "repo.ruleset.view", about: "ruleset_id" }],
  "variable list": [
    {
      id: "repo.variables.list",
      prints: ["name", "value", "updated_at"],
      computed: ofOrganizations,
    },
  ],
  "variable get": [{ id: "repo.variable.view", prints: ["value"], computed: ofOrganizations }],
  "variable set": [{ id: "repo.variable.set", ...setting }],
  "variable delete": [{ id: "repo.variable.delete", isConfirmed: true, prints: nothing }],
  "secret list": [
    { id: "repo.secrets.list", prints: ["name", "updated_at"], computed: ofOrganizations },
  ],
  "secret set": [{ id: "repo.secret.set", ...setting }],
  "secret delete": [{ id: "repo.secret.delete", isConfirmed: true, prints: nothing }],
  "milestone list": [{ id: "repo.milestones.list" }],
  "milestone create": [{ id: "repo.milestone.create" }],
  "milestone edit": [{ id: "repo.milestone.update" }],
  "milestone close": [{ ...stateOfMilestone, usual: { state: "CLOSED" } }],
  "milestone reopen": [{ ...stateOfMilestone, usual: { state: "OPEN" } }],
  "milestone delete": [{ id: "repo.milestone.delete" }],
  "org list": [
    { id: "user.orgs.list", alone: "Pass one login", usual: { login: "@me" }, prints: ["login"] },
  ],
}
