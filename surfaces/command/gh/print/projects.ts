/** gh's lines and documents (`--format json`) for projects. */
import type { Item } from "./lines.js"
import { itemsOf } from "./views.js"

/** gh has null only for missing objects. */
const text = (value: unknown) => value ?? ""

export const projectAsGh = (item: Item) => ({
  id: item.id,
  number: item.number,
  title: item.title,
  shortDescription: text(item.description),
  readme: text(item.readme),
  url: item.url,
  public: item.public,
  closed: item.closed,
  owner: {
    login: item.owner,
    type: String(item.url).includes("/orgs/") ? "Organization" : "User",
  },
  items: { totalCount: item.items_count },
  fields: { totalCount: item.fields_count },
})

export const projectsAsGh = (page: Item) => ({
  projects: itemsOf(page.items).map(projectAsGh),
  totalCount: page.total_count,
})

const KINDS: Readonly<Record<string, string>> = {
  ITERATION: "ProjectV2IterationField",
  MULTI_SELECT: "ProjectV2MultiSelectField",
  SINGLE_SELECT: "ProjectV2SingleSelectField",
}

export const kindOfField = ({ data_type }: Item) => KINDS[String(data_type)] ?? "ProjectV2Field"

export function fieldAsGh(field: Item) {
  const options = itemsOf(field.options).map(({ id, name }) => ({ id, name }))
  return {
    id: field.id,
    name: field.name,
    type: kindOfField(field),
    ...(options.length > 0 && { options }),
  }
}

export const fieldsAsGh = (page: Item) => ({
  fields: itemsOf(page.items).map(fieldAsGh),
  totalCount: page.total_count,
})

export const kindOfItem = ({ content }: Item) => Object(content).type

export function repositoryOfItem({ content }: Item): string | undefined {
  const { owner, repo } = Object(content)
  return repo === undefined ? undefined : `${owner}/${repo}`
}

/** An item with the values of its fields; gh's members have the names of fields, the first letter in lower case. */
function itemInListAsGh(item: Item) {
  const { values, body } = item
  const { id, type, title, number, state, url, assignees, labels, milestone } = Object(item.content)
  const repository = repositoryOfItem(item)
  const named = Object.entries(Object(values)).map(([name, value]) => [
    `${name.charAt(0).toLowerCase()}${name.slice(1)}`,
    value,
  ])
  return {
    ...Object.fromEntries(named),
    id: item.id,
    title,
    ...(repository && { repository: new URL(url).origin.concat("/", repository) }),
    ...(itemsOf(assignees).length > 0 && { assignees }),
    ...(itemsOf(labels).length > 0 && { labels }),
    ...(milestone && { milestone: { title: milestone } }),
    content:
      type === undefined
        ? null
        : {
            ...{ type, title, body: text(body) },
            // gh has no state; without it, a model would look up each issue.
            ...(repository ? { number, repository, state, url } : { id }),
          },
  }
}

export const itemsAsGh = (page: Item) => ({
  items: itemsOf(page.items).map(itemInListAsGh),
  totalCount: page.total_count,
})

const TYPES: Readonly<Record<string, string>> = {
  DRAFT_ISSUE: "DraftIssue",
  ISSUE: "Issue",
  PULL_REQUEST: "PullRequest",
}

/** A changed item, or a changed draft. gh also has the body of an item. */
export const itemAsGh = ({ id, type, title, url, body }: Item) => ({
  id,
  title,
  ...(body !== undefined && { body }),
  type: TYPES[String(type)] ?? "DraftIssue",
  ...(Boolean(url) && { url }),
})

/** gh renders this Markdown for the terminal. */
export function projectView(item: Item): string {
  const section = (name: string, value: unknown) => `## ${name}\n${value || " -- "}\n`
  const fields = itemsOf(item.fields).map((field) => `${field.name} (${kindOfField(field)})\n\n`)
  return [
    `# Title\n${item.title}\n`,
    section("Description", item.description),
    section("Visibility", item.public ? "Public" : "Private"),
    section("URL", item.url),
    section("Item count", String(item.items_count)),
    section("Readme", item.readme),
    `## Field Name (Field Type)\n${fields.join("")}`,
  ].join("")
}
