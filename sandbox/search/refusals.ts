import { type Refusal, unprocessable } from "../state/index.js"

/** Maximum number of results that GitHub shows for a search. */
export const MAX_RESULTS = 1000

/** A part of a search that GitHub would accept, or refuse with a message that is not recorded. */
export class UnmodelledSearch extends Error {
  constructor(problem: string) {
    super(`The sandbox does not model this search: ${problem}.`)
    this.name = "UnmodelledSearch"
  }
}

export const unknownQualifier = (name: string): UnmodelledSearch =>
  new UnmodelledSearch(`the qualifier \`${name}:\` is not supported`)

/** A value that matches no documented form of the qualifier. */
export const unreadableValue = (text: string): UnmodelledSearch =>
  new UnmodelledSearch(`how GitHub reads \`${text}\` is not documented`)

/** A search that GitHub refuses with this message. */
export const invalidSearch = (message: string): Refusal =>
  unprocessable(message, "Search.q", "invalid")
