import type { RouteScaffolder } from "../../../scaffold/index.js"
import { proposeRest } from "./request.js"

export const restScaffolder: RouteScaffolder = {
  type: "rest",
  scaffolds: [
    { option: "rest", example: "'POST /repos/{owner}/{repo}/issues'", propose: proposeRest },
  ],
}
