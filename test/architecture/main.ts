/** Prints what breaks the rules of the packages. Run by `make check`. */
import { projectProblems } from "./project.js"

const problems = await projectProblems()
for (const problem of problems) console.error(problem)
if (problems.length > 0) process.exitCode = 1
