/** https://docs.github.com/issues/planning-and-tracking-with-projects/customizing-views-in-your-project/filtering-projects */
import { contentOf, isVisible, projectFieldsOf } from "../../state/index.js"
import { folded, type Project, type ProjectField, type ProjectItem } from "../../tables/index.js"
import { type Context, NotModelled } from "../field/index.js"

/** The values that a qualifier compares. */
type Texts = (item: ProjectItem) => readonly string[]

/** Whether an item matches all terms of a filter: `status:"In progress" -label:bug greet`. */
export function itemFilter(
  context: Context,
  project: Project,
  query: string,
): (item: ProjectItem) => boolean {
  const terms = query.match(/-?(?:[\w-]+:)?(?:"[^"]*"|[^\s"]+|,)+/g) ?? []
  const tests = terms.map((term) => testOf(context, project, term))
  return (item) => tests.every((test) => test(item))
}

function testOf(context: Context, project: Project, term: string): (item: ProjectItem) => boolean {
  const [, minus = "", name, text = ""] = /^(-?)(?:([\w-]+):)?(.*)$/s.exec(term) ?? []
  const values = text.split(/,(?=(?:[^"]*"[^"]*")*[^"]*$)/).map((one) => folded(unquoted(one)))
  if (values.some((value) => /^[<>@]|[*]|\.\./.test(value))) throw notModelled(term)
  const test = name === undefined ? withWord(context, text) : qualified(name, values)
  return minus === "" ? test : (item) => !test(item)

  function qualified(qualifier: string, wanted: readonly string[]) {
    if (qualifier === "no" || qualifier === "has") {
      const all = wanted.map((one) => textsOf(context, project, one, term))
      const isThere = qualifier === "has"
      return (item: ProjectItem) => all.every((texts) => texts(item).length > 0 === isThere)
    }
    const texts = textsOf(context, project, qualifier, term)
    return (item: ProjectItem) => texts(item).some((one) => wanted.includes(folded(one)))
  }
}

const unquoted = (text: string) => text.replace(/^"(.*)"$/s, "$1")

const notModelled = (term: string) => new NotModelled(`ProjectV2.items(query: ${term})`)

const withWord =
  (context: Context, word: string) =>
  (item: ProjectItem): boolean =>
    folded(visibleContent(context, item)?.title ?? "").includes(folded(unquoted(word)))

export function visibleContent({ store }: Context, item: ProjectItem) {
  const content = contentOf(store, item)
  return content && isVisible(store, content) ? content : undefined
}

function textsOf(context: Context, project: Project, qualifier: string, term: string): Texts {
  const own = CONTENT[qualifier]
  if (own) {
    return (item) => {
      const content = visibleContent(context, item)
      return content ? own(content, context) : []
    }
  }
  const field = projectFieldsOf(context.store, project).find(
    ({ name, dataType }) =>
      dataType !== "TITLE" && folded(name).replaceAll(" ", "-") === folded(qualifier),
  )
  if (!field) throw notModelled(term)
  return (item) => textOfValue(field, item.values.get(field.id))
}

function textOfValue(field: ProjectField, value: string | number | undefined): readonly string[] {
  if (value === undefined) return []
  const option = field.options.find(({ id }) => id === value)?.name
  const iteration = field.iterations.find(({ id }) => id === value)?.title
  return [option ?? iteration ?? String(value)]
}

type Content = NonNullable<ReturnType<typeof contentOf>>

const loginsOf = (ids: readonly number[], { store }: Context) =>
  ids.map((id) => store.get("accounts", id).login)

/** Qualifiers for the issue, pull request or draft of an item. */
const CONTENT: Readonly<Record<string, (content: Content, context: Context) => readonly string[]>> =
  {
    is: (content) =>
      content.kind === "DraftIssue"
        ? ["draft", "open"]
        : [content.kind === "Issue" ? "issue" : "pr", content.state],
    assignee: (content, context) => loginsOf(content.assigneeIds, context),
    label: (content, { store }) =>
      content.kind === "DraftIssue"
        ? []
        : content.labelIds.map((id) => store.get("labels", id).name),
    milestone: (content, { store }) =>
      content.kind === "DraftIssue" || content.milestoneId === null
        ? []
        : [store.get("milestones", content.milestoneId).title],
    repo: (content, { store }) =>
      content.kind === "DraftIssue"
        ? []
        : [store.nameWithOwner(store.get("repositories", content.repositoryId))],
  }
