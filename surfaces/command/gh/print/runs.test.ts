import { expect, test } from "vitest"
import { linesOf, logView } from "./index.js"

const file = (path: string, text: string) => ({ path, text })

test("logView prints logs in the order of jobs and steps, in any order of the archive", () => {
  const items = [
    file("build/10_Upload.txt", "2025-01-01T00:00:09.0000000Z up\n"),
    file("build/2_Compile.txt", "2025-01-01T00:00:08.0000000Z at 2025-01-01T00:00:08Z\n"),
    file("1_build.txt", "all of it"),
    file("0_lint _ all.txt", "2025-01-01T00:00:01.0000000Z fine\n"),
    file("build/system.txt", "of the runner"),
  ]
  expect(linesOf(logView, { items })).toBe(
    "lint _ all\nfine\n\nbuild\tCompile\nat 2025-01-01T00:00:08Z\n\nbuild\tUpload\nup\n",
  )
})
