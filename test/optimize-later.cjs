/**
 * Node loads this first in each process of the tests: V8 optimizes functions later, because most of what it would
 * optimize runs too briefly to pay for it. Other versions of V8 count differently.
 */
if (process.versions.v8.startsWith("11.")) {
  require("node:v8").setFlagsFromString("--interrupt-budget=1056000")
}
