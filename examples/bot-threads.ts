/**
 * Resolves every open review thread that a bot started, in one chain: the list provides the steps.
 *
 * Runs against an in-memory GitHub, so it needs no token.
 */
import { chain, createGhx, each } from "ghx"
import { startSandbox } from "ghx/sandbox"

const pull = { owner: "octocat", repo: "hello-world", pull_number: 7 }

const sandbox = await startSandbox()
try {
  const ghx = createGhx({ base_url: sandbox.url, token: sandbox.token })

  const threads = ghx.pr.threads.list(pull)
  const resolved = each(
    threads.out.items,
    (thread) => ghx.pr.thread.resolve({ thread_id: thread.id }),
    { where: (thread) => !thread.is_resolved && thread.comments[0]?.author === "octocat" },
  )
  const { results, meta } = await chain(threads, resolved)
  console.log(`${results[1].ok ? results[1].data.length : 0} threads resolved`)

  sandbox.reset()
  for await (const thread of ghx.pr.threads.list(pull).items()) {
    if (thread.is_resolved || thread.comments[0]?.author !== "octocat") continue
    await ghx.pr.thread.resolve({ thread_id: thread.id })
  }
  console.log(`${meta.requests} requests; by hand, ${sandbox.requests.length}`)
} finally {
  await sandbox.close()
}
