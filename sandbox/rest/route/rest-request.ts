import type { Static, TObject } from "typebox"
import { created } from "../../http/index.js"
import type { Rows, Tables } from "../../tables/index.js"
import { readBody } from "./body.js"
import { orMissing } from "./errors.js"
import {
  accountIn,
  commitIn,
  issueIn,
  jobIn,
  milestoneIn,
  numberIn,
  organizationIn,
  pullIn,
  repositoryIn,
  rowIn,
  runIn,
} from "./find.js"
import { choice, isSince, rangeIn, timeIn } from "./lists.js"
import { cursorPage, type Listed, page, type Shape } from "./pages.js"
import type { AskedRequest } from "./request.js"

/** A request with what its path, its parameters and its body say. */
export const restRequest = (asked: AskedRequest) => ({
  ...asked,
  repository: () => repositoryIn(asked),
  account: (parameter?: string) => accountIn(asked, parameter),
  organization: () => organizationIn(asked),
  issue: () => issueIn(asked),
  pull: () => pullIn(asked),
  milestone: () => milestoneIn(asked),
  run: () => runIn(asked),
  job: () => jobIn(asked),
  commit: (parameter: Parameters<typeof commitIn>[1]) => commitIn(asked, parameter),
  row: <Name extends keyof Tables>(table: Name, parameter: string): Tables[Name] =>
    rowIn(asked, table, parameter),
  number: (parameter: string) => numberIn(asked, parameter),
  /** The row with the id of the path. */
  among: <Row extends { readonly id: number }>(rows: readonly Row[], parameter: string): Row => {
    const id = numberIn(asked, parameter)
    return orMissing(rows.find((row) => row.id === id))
  },
  orMissing,
  created,
  time: (resource: string, name: string) => timeIn(asked, resource, name),
  range: (resource: string, name: string) => rangeIn(asked, resource, name),
  isSince: (resource: string) => isSince(asked, resource),
  choice: <const Value extends string>(
    resource: string,
    name: string,
    ...values: readonly [Value, ...Value[]]
  ) => choice(asked, resource, name, ...values),
  read: <Schema extends TObject>(resource: string, schema: Schema): Static<Schema> =>
    readBody(asked, resource, schema),
  page: <Row>(rows: Rows<Row>, ...listed: Listed<Row>) => page(asked, rows, ...listed),
  cursorPage: <Row extends { id: number }>(rows: readonly Row[], shape: Shape<Row>) =>
    cursorPage(asked, rows, shape),
})

/** One REST request, as its route gets it. */
export interface RestRequest extends ReturnType<typeof restRequest> {}
