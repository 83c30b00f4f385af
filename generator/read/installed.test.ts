/** Tests where a project with ghx installed keeps its files, and which values of its package.json are invalid. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, expect, it } from "vitest"
import { installedLayout, pathAt } from "./index.js"

let workspace: string
let root: string

beforeEach(() => {
  workspace = mkdtempSync(join(tmpdir(), "ghx-installed-"))
  root = join(workspace, "packages/own")
  mkdirSync(root, { recursive: true })
  install(workspace)
})
afterEach(() => rmSync(workspace, { recursive: true, force: true }))

function install(folder: string) {
  const place = join(folder, "node_modules/ghx")
  mkdirSync(place, { recursive: true })
  writeFileSync(join(place, "package.json"), "{}")
}

function placeWith(ghx: unknown) {
  writeFileSync(join(root, "package.json"), JSON.stringify({ ghx }))
  return installedLayout(root)
}

it("installedLayout finds the package in the project or in a folder above", () => {
  expect(placeWith(undefined)).toEqual({
    root,
    output: "src/ghx",
    package: join(workspace, "node_modules/ghx"),
  })
  install(root)
  expect(placeWith(undefined).package).toBe(join(root, "node_modules/ghx"))
})

it("installedLayout uses the output folder in package.json", () => {
  const place = placeWith({ output: "./lib/github/" })
  expect(place.output).toBe("lib/github")
  const manifest = join(root, "package.json")
  // Editors on Windows add a byte order mark.
  writeFileSync(manifest, `\ufeff${readFileSync(manifest, "utf8")}`)
  expect(installedLayout(root)).toEqual(place)
  expect(pathAt(place, "generated/issue/mine.ts")).toBe("lib/github/issue/mine.ts")
  expect(pathAt(place, "cards/issue/mine.yaml")).toBe("cards/issue/mine.yaml")
})

it.each([
  ["src/ghx", "must be an object"],
  [{ ouput: "lib" }, '"ouput"'],
  [{ output: 1 }, "not 1"],
  [{ output: "" }, "a folder of the project"],
  [{ output: "." }, "a folder of the project"],
  [{ output: "../elsewhere" }, "a folder of the project"],
  [{ output: "src/../../elsewhere" }, "a folder of the project"],
  [{ output: "/tmp/ghx" }, "a folder of the project"],
  [{ output: "C:\\ghx" }, "a folder of the project"],
  [{ output: "cards/ghx" }, "a folder of the project"],
])("installedLayout rejects the settings %j", (ghx, message) => {
  expect(() => placeWith(ghx)).toThrow(message)
})

it("installedLayout reports what a folder that is not a project lacks", () => {
  expect(() => installedLayout(root)).toThrow("has no package.json")
  writeFileSync(join(root, "package.json"), "{")
  expect(() => installedLayout(root)).toThrow("package.json cannot be read")
  rmSync(join(workspace, "node_modules"), { recursive: true })
  expect(() => placeWith(undefined)).toThrow("npm install ghx")
})
