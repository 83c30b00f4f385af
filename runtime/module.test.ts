import { expect, it } from "vitest"
import * as codegen from "./index.js"
import * as module from "./module.js"

it("`ghx/codegen` exports everything that modules of capabilities call", () => {
  expect(Object.keys(module)).toContain("restPolling")
  expect(codegen).toMatchObject(module)
})
