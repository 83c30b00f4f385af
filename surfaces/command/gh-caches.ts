/** `ghx cache delete KEY`. */
import { withClient } from "./client.js"
import { exitCodeOfRefused, sendWith } from "./gh-rest.js"
import { namedRepository, surroundingRepository } from "./input/index.js"
import { exitCodes } from "./output/index.js"
import type { Define } from "./program-shared.js"

interface Flags {
  readonly ref?: string
  readonly repo?: string
}

export const deleteByKey: Define = (command, { terminal, done }) => {
  command
    .argument("<key>", "key of the caches")
    .option("-r, --ref <ref>", "only that of this ref, such as refs/heads/main")
    .option("-R, --repo <repository>", "repository, as OWNER/REPO (default: GH_REPO, or the clone)")
    .option("-y, --yes", "ignored: nothing is asked, as in gh")
    .action(async (key: string, { ref, repo }: Flags) => {
      const place = namedRepository(repo) ?? (await surroundingRepository())
      const query = new URLSearchParams({ key, ...(ref !== undefined && { ref }) })
      const path = `/repos/${place.owner}/${place.repo}/actions/caches?${query}`
      try {
        await withClient({ host: place.host }, terminal, (client) =>
          sendWith(client, terminal)("DELETE", path),
        )
        done(exitCodes.ok)
      } catch (error) {
        done(exitCodeOfRefused(error, terminal))
      }
    })
}
