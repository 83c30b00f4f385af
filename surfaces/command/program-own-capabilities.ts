/** Commands for capabilities of one's own. */
import type { Commands } from "./program-shared.js"

export const ownCapabilities = {
  init(command, { terminal, done }) {
    command
      .description(
        "scaffold a project with its own capabilities: an example card and a CI workflow",
      )
      .option("--template <name>", "another project: action, agent, probot or worker")
      .action(async ({ template }: { readonly template?: string }) => {
        if (template === undefined) return done(await (await import("./gen.js")).init())
        const { initTemplate } = await import("./template.js")
        done(initTemplate(template, process.cwd(), terminal))
      })
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
