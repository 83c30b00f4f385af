/** Commands for capabilities of one's own. */
import type { Commands } from "./program-shared.js"

export const ownCapabilities = {
  init(command, { done }) {
    command
      .description(
        "scaffold a project with its own capabilities: an example card and a CI workflow",
      )
      .action(async () => done(await (await import("./gen.js")).init()))
  },
  gen(command, { done }) {
    command
      .description("compile the cards of your project (see ghx gen --help)")
      .argument("[words...]")
      .allowUnknownOption()
      .helpOption(false)
      .action(async (words) => done(await (await import("./gen.js")).gen(words)))
  },
} satisfies Commands
