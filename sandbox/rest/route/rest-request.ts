import type { Static, TObject } from "typebox"
import type { Rows, Tables } from "../../tables/index.js"
import { readBody } from "./body.js"
import {
  commitIn,
  issueIn,
  jobIn,
  milestoneIn,
  numberIn,
  pullIn,
  repositoryIn,
  rowIn,
  runIn,
} from "./find.js"
import { choice, isSince, timeIn } from "./lists.js"
import { cursorPage, type Paging, page } from "./pages.js"
import type { AskedRequest } from "./request.js"

/** A request with what its path, its parameters and its body say. */
export const restRequest = (asked: AskedRequest) => ({
  ...asked,
  repository: () => repositoryIn(asked),
  issue: () => issueIn(asked),
  pull: () => pullIn(asked),
  milestone: () => milestoneIn(asked),
  run: () => runIn(asked),
  job: () => jobIn(asked),
  commit: (parameter: Parameters<typeof commitIn>[1]) => commitIn(asked, parameter),
  row: <Name extends keyof Tables>(table: Name, parameter: string): Tables[Name] =>
    rowIn(asked, table, parameter),
  number: (parameter: string) => numberIn(asked, parameter),
  time: (resource: string, name: string) => timeIn(asked, resource, name),
  isSince: (resource: string) => isSince(asked, resource),
  choice: <const Value extends string>(
    resource: string,
    name: string,
    ...values: readonly [Value, ...Value[]]
  ) => choice(asked, resource, name, ...values),
  read: <Schema extends TObject>(resource: string, schema: Schema): Static<Schema> =>
    readBody(asked, resource, schema),
  page: <Row>(rows: Rows<Row>, shape: (row: Row) => unknown, ...paging: Paging) =>
    page(asked, rows, shape, ...paging),
  cursorPage: <Row extends { id: number }>(rows: readonly Row[], shape: (row: Row) => unknown) =>
    cursorPage(asked, rows, shape),
})

/** One REST request, as its route gets it. */
export interface RestRequest extends ReturnType<typeof restRequest> {}
