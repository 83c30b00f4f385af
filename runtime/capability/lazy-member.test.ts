import { expect, test } from "vitest"
import { bindTree, createClient } from "../index.js"
import { tree } from "../testing/index.js"

const bound = () => bindTree(tree, createClient({ token: "t" }))

test("a tree that is frozen or sealed before its first use still creates each member once", () => {
  for (const close of [Object.freeze, Object.seal]) {
    const ours = bound()
    close(ours)
    close(ours.issue)
    expect(ours.issue.view).toBe(ours.issue.view)
    expect(ours.issue.view.definition.id).toBe("issue.view")
  }
  const frozen = Object.freeze(bound())
  expect(() => Object.assign(frozen, { issue: 1 })).toThrow(TypeError)
  expect(frozen.issue).toBe(frozen.issue)
})

test("an object that inherits from a bound tree overrides a member without changing the tree", () => {
  const ours = bound()
  const heir = Object.create(ours)
  heir.issue = "another"
  expect(heir.issue).toBe("another")
  expect(ours.issue.view.definition.id).toBe("issue.view")
})
