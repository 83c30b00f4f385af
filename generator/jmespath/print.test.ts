import { compile } from "@jmespath-community/jmespath"
import { expect, it } from "vitest"
import { printPath } from "./print.js"

it.each([
  "a.b[].c",
  'a[*].{x: y, "z z": w}',
  "a | [].b",
  "edges[].node | [?number]",
  "a[?b == 'c'].d | [0]",
  "a.*",
  "*.b",
  "(a[].b).c",
  "(a[?b])[?c].d",
  "(a[].b)[*].c",
  "(a || b).c",
  "a && b || c && !d",
  "a && (b || c)",
  "a ? b : c ? d : e",
  "response | (a || b != $input.c ? `null` : @)",
  "let $x = a, $y = b in $x == $y",
  "map(&(a || b), c || `[]`)[]",
  "a[-1].b[1:2]",
  "a[::2].b",
  "'it\\'s'",
  "split(trim($url), '/')[-1] || ''",
])("printPath prints the parsed %s unchanged", (text) => {
  expect(printPath(compile(text))).toBe(text)
})
