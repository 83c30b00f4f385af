/**
 * The compiler's work for a consumer of the types of 1, 20, 70 and 211 capabilities, and of a
 * chain of 20, over that for an empty file. Run: `make bench ARGS=types`.
 */
import { callsOf, chainOf, compilers, consumerOf, references } from "./consumer.js"

const { capabilities, costOf } = consumerOf("bench-types", 211)
const files = {
  "1 capability": callsOf(capabilities.slice(0, 1)),
  "20 capabilities": callsOf(capabilities.slice(0, 20)),
  "70 capabilities": callsOf(capabilities.slice(0, 70)),
  "211 capabilities": callsOf(capabilities),
  "a chain of 20": chainOf(capabilities.slice(0, 20)),
  "references, each and a sequence": references,
}

console.log("| compiler | a file with | types | instantiations | milliseconds to check |")
console.log("|---|---|---|---|---|")
for (const compiler of compilers) {
  for (const [name, text] of Object.entries(files)) {
    const { types, instantiations, check_ms } = costOf(compiler, text)
    console.log(`| ${[compiler, name, types, instantiations, check_ms.toFixed(0)].join(" | ")} |`)
  }
}
