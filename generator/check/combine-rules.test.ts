import { buildSchema, parse, specifiedRules, validate } from "graphql"
import { expect, test } from "vitest"
import { combineRules } from "./document.js"

const schema = buildSchema(`
  enum State { OPEN CLOSED }
  input Filter { state: State!, labels: [String!] }
  interface Node { id: ID! }
  type Issue implements Node { id: ID!, title(short: Boolean): String!, parent: Issue, state: State }
  type User implements Node { id: ID!, login: String! }
  union Author = User | Issue
  type Query { node(id: ID!): Node, issues(filter: Filter, first: Int = 1): [Issue!]!, author: Author }
`)

test.each([
  "query Q { issues { id title } }",
  "query Q($id: ID!, $unused: Int, $id: String) { node(id: $id) { ...on Issue { titel } } }",
  "query Q { issues(filter: { state: OPN, labels: 1, labels: 2, more: 3 }, last: 2) { title: id title } }",
  "query Q { node { id { deeper } } author { login } issues }",
  "query Q { ...a ...missing } fragment a on Query { ...b } fragment b on Query { ...a } fragment c on Nothing { id }",
  "query Q { issues(first: $first) @include @skip(if: 1) @skip(if: 2) { id @odd } } query Q { author { ... on Query { issues { id } } } }",
  "{ issues(filter: {}) { id } } subscription S { a b } type T { id: ID }",
  "query Q($filter: Filter = { state: CLOSED }, $n: Int!) { issues(filter: $filter, first: $n) { parent { parent { title(short: $n) } } } }",
])("together(rules) reports the errors that the single rules report for: %s", (text) => {
  const document = parse(text)
  const messagesOf = (rules: Parameters<typeof validate>[2]) =>
    validate(schema, document, rules).map(({ message, locations }) => ({ message, locations }))
  expect(messagesOf([combineRules(specifiedRules)])).toEqual(messagesOf(specifiedRules))
})
