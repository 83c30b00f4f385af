import { ME } from "../lookup/index.js"
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
  FORMAT,
  filling,
  type Id,
  nothing,
  printing,
  type Step,
  switches,
} from "./step.js"

const OWNER = "Login of the project's owner (default: @me, your own)."

const owner = filling({ owner: OWNER })

type Settings = Omit<Step, "id" | "usual"> & { readonly usual?: Step["usual"] }

/** A step about a project that its owner and its number or title name. */
const inProject = (id: Id, { usual, flags, ...others }: Settings = {}): Step => ({
  id,
  ownedBy: ME,
  usual: { owner: ME, ...usual },
  flags: { ...owner, ...flags },
  alone: "Pass one project at a time",
  ...others,
})

/** A step whose contract also accepts the project's id. */
const aboutProject = (id: Id, settings: Settings = {}): Step =>
  inProject(id, { about: "project_number", isBare: true, ...settings })

const status = filling({ "status=": "Status of the items, by its name." })

const itemId = filling({ "id=item_id": "Id of the item, as in ghx project item-list." })
const ofItem: Settings = { flags: itemId, alone: "Pass --id ID, as in ghx project item-list" }

/** Fields are named by id or name. */
const fieldOfItem = filling({
  "project-id": "Id of the project.",
  "field-id=field": "Id or name of the field.",
})

const projectColumns: Printed = [
  "number",
  "title",
  ({ closed }) => (closed ? "closed" : "open"),
  "id",
]

const project: Pick<Step, "exports"> = { exports: projectAsGh }

const listing: Settings = {
  usual: { include_readme: true },
  prints: projectColumns,
  exports: projectsAsGh,
}

const changed: Pick<Step, "exports" | "isBare"> = { exports: itemAsGh, isBare: true }

/** To a repository, or with `--team` to a team of the organization that owns the project. */
const linking = (verb: "link" | "unlink"): readonly Step[] => [
  inProject(`project.${verb}`, { without: ["team"] }),
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
    flags: filling({ "-T team=team_slug@team": "Slug of a team, or ORG/SLUG." }),
  }),
]

const reading: Commands = {
  "project list": chosenBy(
    ["closed"],
    inProject("project.list", { ...listing, usual: { ...listing.usual, query: "is:open" } }),
    inProject("project.list", {
      ...listing,
      flags: switches({ closed: "Include closed projects." }),
    }),
  ),
  "project view": inProject("project.view", { prints: projectView, exports: projectAsGh }),
  "project field-list": inProject("project.fields.list", {
    prints: ["name", kindOfField, "id"],
    exports: fieldsAsGh,
  }),
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
}

const changing: Commands = {
  "project create": { ...inProject("project.create", project), alone: "Use --title" },
  "project edit": inProject("project.update", {
    ...project,
    isConfirmed: true,
    flags: {
      ...filling("-d description"),
      visibility: {
        input: "public",
        means: { public: true, private: false },
        help: "public or private.",
      },
    },
  }),
  "project close": inProject("project.update", {
    ...project,
    isBare: true,
    usual: { closed: true },
    flags: filling({ "undo=closed:false": "Reopen the project." }),
  }),
  "project delete": inProject("project.delete", { isConfirmed: true }),
  "project copy": inProject("project.copy", {
    ...project,
    usual: { to_owner: "@me" },
    flags: filling({
      owner: "The same as --source-owner.",
      "source-owner=owner": OWNER,
      "target-owner=to_owner": "Login of the copy's owner (default: @me, your own).",
      "drafts=include_drafts:true": "Copy drafts, too.",
    }),
  }),
  "project mark-template": inProject("project.template.set", {
    ...project,
    isBare: true,
    flags: filling({ "undo=template:false": "Unmark the project as a template." }),
  }),
  "project link": linking("link"),
  "project unlink": linking("unlink"),
  "project field-create": inProject("project.fields.create", {
    refuses: (names, { dataType }) =>
      /^single.?select$/i.test(String([dataType].flat().at(-1))) &&
      !names.has("single-select-options")
        ? "--single-select-options is missing"
        : undefined,
    exports: fieldAsGh,
    flags: filling({
      name: "Name of the field.",
      "single-select-options=options": "Names of options, separated by commas.",
    }),
  }),
  "project field-delete": [
    aboutProject("project.field.delete", {
      given: ["field"],
      flags: filling({ field: "Name of the field, instead of its id." }),
      isConfirmed: true,
    }),
    {
      id: "project.field.delete",
      without: ["field"],
      isBare: true,
      flags: filling({ "id=field_id": "Id of the field." }),
      isConfirmed: true,
    },
  ],
  "project item-add": aboutProject("project.item.add", {
    ...changed,
    flags: { ...filling({ "url=content_url": "URL of an issue or a pull request." }), ...status },
  }),
  "project item-create": inProject("project.drafts.create", { exports: itemAsGh }),
  "project item-edit": [
    {
      id: "project.item.update",
      without: ["clear", "title", "body"],
      flags: {
        ...itemId,
        ...owner,
        ...status,
        ...fieldOfItem,
        ...filling({
          "single-select-option-id=option": "Id or name of an option.",
          "iteration-id=iteration": "Id or title of an iteration.",
          number: "A number.",
          text: "A text.",
          date: "A date, such as 2026-06-30.",
        }),
      },
      ...changed,
    },
    {
      id: "project.item.clear",
      given: ["clear"],
      flags: { ...itemId, ...fieldOfItem, ...switches({ clear: "Remove the field's value." }) },
      ...changed,
    },
    {
      id: "project.draft.update",
      given: ["title", "body"],
      without: ["clear"],
      flags: filling("id=draft_id", {
        title: "Title of a draft, whose id begins with DI_.",
        body: "Body of a draft, whose id begins with DI_.",
      }),
      ...changed,
    },
  ],
  "project item-archive": chosenBy(
    ["undo"],
    aboutProject("project.item.archive", { ...changed, ...ofItem }),
    aboutProject("project.item.unarchive", {
      ...changed,
      ...ofItem,
      flags: { ...itemId, ...switches({ undo: "Take the item out of the archive." }) },
    }),
  ),
  "project item-delete": aboutProject("project.item.delete", { ...ofItem, isConfirmed: true }),
}

export const projects: Commands = {
  ...reading,
  ...Object.fromEntries(
    Object.entries(changing).map(([words, row]) => [words, printing(nothing, ...[row].flat())]),
  ),
  "project item add": { id: "project.item.add", about: "issue_number" },
  ...Object.fromEntries(
    (["update", "clear", "archive", "unarchive"] as const).map((verb) => [
      `project item ${verb}`,
      [inProject(`project.item.${verb}`)],
    ]),
  ),
}
