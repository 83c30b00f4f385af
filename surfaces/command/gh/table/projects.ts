/** `gh project`. */
import {
  fieldAsGh,
  fieldsAsGh,
  itemAsGh,
  itemsAsGh,
  kindOfField,
  kindOfItem,
  type Printed,
  projectAsGh,
  projectsAsGh,
  projectView,
  repositoryOfItem,
} from "../print/index.js"
import {
  type Commands,
  chosenBy,
  type Flag,
  FORMAT,
  type Id,
  ME,
  nothing,
  on,
  type Step,
} from "./step.js"

const owner: Flag = {
  input: "owner",
  help: "Login of the project's owner (default: @me, your own).",
}

type Settings = Omit<Step, "id" | "usual"> & { readonly usual?: Step["usual"] }

/** A step about a project that its owner and its number or title name. */
const inProject = (id: Id, { usual, flags, ...others }: Settings = {}): Step => ({
  id,
  ownedBy: ME,
  usual: { owner: ME, ...usual },
  flags: { owner, ...flags },
  alone: "Pass one project at a time",
  ...others,
})

/** A step whose contract also accepts the project's id. */
const aboutProject = (id: Id, settings: Settings = {}): Step =>
  inProject(id, { about: "project_number", isBare: true, ...settings })

const status: Flag = { help: "Status of the items, by its name." }

const itemId: Flag = { input: "item_id", help: "Id of the item, as in ghx project item-list." }

const projectColumns: Printed = [
  "number",
  "title",
  ({ closed }) => (closed ? "closed" : "open"),
  "id",
]

const project: Pick<Step, "exports" | "prints"> = { exports: projectAsGh, prints: nothing }

const listing: Settings = {
  usual: { include_readme: true },
  prints: projectColumns,
  exports: projectsAsGh,
}

const changed: Pick<Step, "exports" | "isBare" | "prints"> = {
  exports: itemAsGh,
  isBare: true,
  prints: nothing,
}

/** To a repository, or with `--team` to a team of the organization that owns the project. */
const linking = (verb: "link" | "unlink"): readonly Step[] => [
  inProject(`project.${verb}`, { without: ["team"], prints: nothing }),
  inProject(`project.team.${verb}`, {
    given: ["team"],
    isBare: true,
    isConfirmed: true,
    refuses: (_, given) => {
      const [login, team] = [given.owner, given.team].map((value) => String([value].flat().at(-1)))
      const [, org = login] = String(team).split("/").reverse()
      const isOther = given.owner !== undefined && org !== login
      return isOther ? `the team ${team} does not belong to ${login}` : undefined
    },
    flags: {
      team: { short: "T", input: "team_slug", as: "team", help: "Slug of a team, or ORG/SLUG." },
    },
    prints: nothing,
  }),
]

const ofGh: Commands = {
  "project list": chosenBy(
    ["closed"],
    inProject("project.list", { ...listing, usual: { ...listing.usual, query: "is:open" } }),
    inProject("project.list", {
      ...listing,
      flags: { closed: { ...on, help: "Include closed projects." } },
    }),
  ),
  "project view": [inProject("project.view", { prints: projectView, exports: projectAsGh })],
  "project create": [{ ...inProject("project.create", project), alone: "Use --title" }],
  "project edit": [
    inProject("project.update", {
      ...project,
      isConfirmed: true,
      flags: {
        description: { short: "d", input: "description" },
        visibility: {
          input: "public",
          means: { public: true, private: false },
          help: "public or private.",
        },
      },
    }),
  ],
  "project close": [
    inProject("project.update", {
      ...project,
      isBare: true,
      usual: { closed: true },
      flags: { undo: { input: "closed", value: false, help: "Reopen the project." } },
    }),
  ],
  "project delete": [inProject("project.delete", { isConfirmed: true, prints: nothing })],
  "project copy": [
    inProject("project.copy", {
      ...project,
      usual: { to_owner: "@me" },
      flags: {
        owner: { ...owner, help: "The same as --source-owner." },
        "source-owner": owner,
        "target-owner": {
          input: "to_owner",
          help: "Login of the copy's owner (default: @me, your own).",
        },
        drafts: { input: "include_drafts", ...on, help: "Copy drafts, too." },
      },
    }),
  ],
  "project mark-template": [
    inProject("project.template.set", {
      ...project,
      isBare: true,
      flags: {
        undo: { input: "template", value: false, help: "Unmark the project as a template." },
      },
    }),
  ],
  "project link": linking("link"),
  "project unlink": linking("unlink"),
  "project field-list": [
    inProject("project.fields.list", { prints: ["name", kindOfField, "id"], exports: fieldsAsGh }),
  ],
  "project field-create": [
    inProject("project.fields.create", {
      refuses: (names, { dataType }) =>
        /^single.?select$/i.test(String([dataType].flat().at(-1))) &&
        !names.has("single-select-options")
          ? "--single-select-options is missing"
          : undefined,
      prints: nothing,
      exports: fieldAsGh,
      flags: {
        name: { input: "name", help: "Name of the field." },
        "single-select-options": {
          input: "options",
          help: "Names of options, separated by commas.",
        },
      },
    }),
  ],
  "project field-delete": [
    {
      ...aboutProject("project.field.delete", {
        prints: nothing,
        given: ["field"],
        flags: { field: { input: "field", help: "Name of the field, instead of its id." } },
        isConfirmed: true,
      }),
    },
    {
      id: "project.field.delete",
      without: ["field"],
      isBare: true,
      flags: { id: { input: "field_id", help: "Id of the field." } },
      isConfirmed: true,
      prints: nothing,
    },
  ],
  "project item-list": chosenBy(
    [FORMAT],
    inProject("project.items.list", {
      prints: [kindOfItem, "title", "number", repositoryOfItem, "id"].map((column) =>
        column === "title" || column === "number"
          ? ({ content }) => Object(content)[column]
          : column,
      ),
    }),
    inProject("project.items.list", { usual: { include_body: true }, exports: itemsAsGh }),
  ),
  "project item-add": [
    aboutProject("project.item.add", {
      ...changed,
      flags: { url: { input: "content_url", help: "URL of an issue or a pull request." }, status },
    }),
  ],
  "project item-create": [
    inProject("project.drafts.create", { prints: nothing, exports: itemAsGh }),
  ],
  "project item-edit": [
    {
      id: "project.item.update",
      without: ["clear", "title", "body"],
      flags: {
        id: itemId,
        owner,
        status,
        "project-id": { input: "project_id", help: "Id of the project." },
        "field-id": { input: "field", help: "Id or name of the field." },
        "single-select-option-id": { input: "option", help: "Id or name of an option." },
        "iteration-id": { input: "iteration", help: "Id or title of an iteration." },
        number: { input: "number", help: "A number." },
        text: { input: "text", help: "A text." },
        date: { input: "date", help: "A date, such as 2026-06-30." },
      },
      ...changed,
    },
    {
      id: "project.item.clear",
      given: ["clear"],
      flags: {
        id: itemId,
        "project-id": { input: "project_id", help: "Id of the project." },
        "field-id": { input: "field", help: "Id or name of the field." },
        clear: { ...on, help: "Remove the value of the field." },
      },
      ...changed,
    },
    {
      id: "project.draft.update",
      given: ["title", "body"],
      without: ["clear"],
      flags: {
        id: { input: "draft_id" },
        title: { input: "title", help: "Title of a draft, whose id begins with DI_." },
        body: { input: "body", help: "Body of a draft, whose id begins with DI_." },
      },
      ...changed,
    },
  ],
  "project item-archive": chosenBy(
    ["undo"],
    aboutProject("project.item.archive", { ...changed, flags: { id: itemId } }),
    aboutProject("project.item.unarchive", {
      ...changed,
      flags: { id: itemId, undo: { ...on, help: "Take the item out of the archive." } },
    }),
  ),
  "project item-delete": [
    aboutProject("project.item.delete", {
      prints: nothing,
      flags: { id: itemId },
      isConfirmed: true,
    }),
  ],
}

export const projects: Commands = {
  ...ofGh,
  "project item add": [{ id: "project.item.add", about: "issue_number" }],
  ...Object.fromEntries(
    (["update", "clear", "archive", "unarchive"] as const).map((verb) => [
      `project item ${verb}`,
      [inProject(`project.item.${verb}`)],
    ]),
  ),
}
