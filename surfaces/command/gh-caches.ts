import { withClient } from "./client.js"
import { sendWith } from "./gh-rest.js"
import { repositoryFor } from "./input/index.js"
import { shared } from "./options.js"
import { exitCodes, printNote } from "./output/index.js"
import type { Define, OptionValues } from "./program-shared.js"

type Flags = OptionValues<"ref" | "repo">

export const deleteByKey: Define = (command, { terminal, done }) => {
  command
    .argument("<key>", "key of the caches")
    .option("-r, --ref <ref>", "only that of this ref, such as refs/heads/main")
    .addOption(shared.repo())
    .option("-y, --yes", "ignored: nothing is asked, as in gh")
    .action(async (key: string, { ref, repo }: Flags) => {
      const place = await repositoryFor(repo)
      const query = new URLSearchParams({ key, ...(ref !== undefined && { ref }) })
      const path = `/repos/${place.owner}/${place.repo}/actions/caches?${query}`
      const deleting = withClient({ host: place.host }, terminal, async (client) => {
        const { actions_caches = [] } = Object(await sendWith(client, terminal)("DELETE", path))
        const keys = actions_caches.map((cache: { key: string }) => cache.key)
        // GitHub has deleted caches whose keys begin with this one, and those of every ref.
        if (keys.some((one: string, at: number) => at > 0 || one !== key))
          printNote(`deleted ${keys.join(", ")}`, terminal)
        return exitCodes.ok
      })
      done(await deleting)
    })
}
