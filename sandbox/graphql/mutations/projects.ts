import {
  addProjectItem,
  deleteProjectItem,
  setItemArchived,
  setProjectValue,
} from "../../state/index.js"
import { type Context, NotModelled } from "../field/index.js"
import { mutations, node } from "./mutation.js"

interface ItemInput {
  projectId: string
  itemId: string
}

interface FieldInput extends ItemInput {
  fieldId: string
}

interface ValueInput extends FieldInput {
  value: {
    text?: string | null
    number?: number | null
    date?: string | null
    singleSelectOptionId?: string | null
    iterationId?: string | null
    multiSelectOptionIds?: readonly string[] | null
  }
}

const itemIn = (context: Context, { projectId, itemId }: ItemInput) => {
  const project = node(context, projectId, "ProjectV2")
  const item = node(context, itemId, "ProjectV2Item")
  // GitHub's refusal of an item of another project is not recorded.
  if (item.projectId !== project.id) throw new NotModelled("an item of another project")
  return item
}

const fieldIn = (context: Context, { fieldId }: FieldInput) =>
  node(context, fieldId, "ProjectV2Field", "ProjectV2IterationField", "ProjectV2SingleSelectField")

export const projectMutations = mutations({
  addProjectV2ItemById(input: { projectId: string; contentId: string }, context: Context) {
    const project = node(context, input.projectId, "ProjectV2")
    const content = node(context, input.contentId, "Issue", "PullRequest")
    return { item: addProjectItem(context.store, context.viewer, project, content) }
  },

  updateProjectV2ItemFieldValue(input: ValueInput, context: Context) {
    const { text, number, date, singleSelectOptionId, iterationId, multiSelectOptionIds } =
      input.value
    if (multiSelectOptionIds) throw new NotModelled("fields with several options")
    const value = text ?? number ?? date ?? singleSelectOptionId ?? iterationId ?? undefined
    if (value === undefined) throw new NotModelled("a field value without a value")
    const item = itemIn(context, input)
    const field = fieldIn(context, input)
    return { projectV2Item: setProjectValue(context.store, context.viewer, item, field, value) }
  },

  clearProjectV2ItemFieldValue(input: FieldInput, context: Context) {
    const item = itemIn(context, input)
    const field = fieldIn(context, input)
    return { projectV2Item: setProjectValue(context.store, context.viewer, item, field, undefined) }
  },

  deleteProjectV2Item(input: ItemInput, context: Context) {
    deleteProjectItem(context.store, context.viewer, itemIn(context, input))
    return { deletedItemId: input.itemId }
  },

  archiveProjectV2Item: (input: ItemInput, context: Context) => ({
    item: setItemArchived(context.store, context.viewer, itemIn(context, input), true),
  }),

  unarchiveProjectV2Item: (input: ItemInput, context: Context) => ({
    item: setItemArchived(context.store, context.viewer, itemIn(context, input), false),
  }),
})
