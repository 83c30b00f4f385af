import type { RouteScaffolder } from "../../../scaffold/index.js"
import { proposeGh } from "./command.js"

export const cliScaffolder: RouteScaffolder = {
  type: "cli",
  scaffolds: [{ option: "gh", example: "'issue edit'", propose: proposeGh }],
}
