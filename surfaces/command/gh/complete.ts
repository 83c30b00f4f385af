/**
 * Resolves names through GitHub: titles of milestones, names of workflows, the latest release, and `@me`.
 */
import type { Contract } from "../../../runtime/index.js"
import { contractOf } from "../input/index.js"
import {
  type Ask,
  type Input,
  LookedUp,
  LookedUpInput,
  latest,
  ME,
  MilestoneTitle,
  me,
  nameFor,
  workflowOf,
} from "./lookup/index.js"

/** Looks up the names in an input that a model has written. */
export function completeNames(given: object, { id, input }: Contract, ask: Ask): Promise<unknown> {
  const entries = Object.entries(given).map(([name, value]) => {
    const own = typeof value === "string" && nameFor(name, value, input.properties?.[name] ?? {})
    return [name, own || value]
  })
  return complete(Object.fromEntries(entries), ask, id)
}

/** @param id - the capability whose input it is */
export async function complete(given: unknown, ask: Ask, id: string): Promise<unknown> {
  const input = await byTitle(Object(given), id)
  const whole = Object.values(input).find((value) => value instanceof LookedUpInput)
  if (whole) return whole.find(input, ask, id)
  const entries = await Promise.all(
    Object.entries(input).map(async ([name, value]) => [
      name,
      await known(name, value, input, ask, id),
    ]),
  )
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined))
}

/** Keeps the title of a milestone for a capability that accepts titles, which saves a request, unless it may be a number. */
async function byTitle(input: Input, id: string): Promise<Input> {
  const { milestone_number: milestone, ...others } = input
  if (!(milestone instanceof MilestoneTitle) || /^\d+$/.test(milestone.title)) return input
  const contract = await contractOf(id)
  if (!contract?.input.properties?.milestone_title) return input
  return { ...others, milestone_title: milestone.title }
}

const people = new Set([
  ...["assignee", "assignees", "author", "actor", "reviewers", "login", "mentioned", "owner"],
  ...["user_logins", "to_owner", "user"],
])

async function known(
  name: string,
  value: unknown,
  input: Input,
  ask: Ask,
  id: string,
): Promise<unknown> {
  if (value instanceof LookedUp) return value.find(input, ask, id)
  if (name === "workflow_id" && typeof value === "string") {
    return workflowOf(value, input, ask)
  }
  // A new release may have this name.
  const isThere = name === "tag_name" && id !== "release.create" && id !== "release.publish"
  if (isThere && value === "latest") return latest(input, ask)
  if (!people.has(name)) return value
  const person = (one: unknown) =>
    one === ME ? me(ask) : typeof one === "string" ? one.replace(/^app\/(.+)/, "$1[bot]") : one
  return Array.isArray(value) ? Promise.all(value.map(person)) : person(value)
}
