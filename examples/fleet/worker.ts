/**
 * A worker of your own in place of `ghx worker`: BullMQ, with your client and your limits.
 *
 * REDIS_URL=redis://127.0.0.1:6379 GH_TOKEN=… node worker.js
 */
import { Worker } from "bullmq"
import { createClient, fromEnvironment } from "ghx"
import { redisBudget } from "ghx/budget"
import { redisJournal } from "ghx/durable"
import { bullmqProcessor } from "ghx/durable/bullmq"
import { Redis } from "ioredis"

const redis = new Redis(process.env.REDIS_URL ?? "redis://127.0.0.1:6379", {
  maxRetriesPerRequest: null,
})
const client = createClient({
  ...fromEnvironment(),
  budget: { store: redisBudget(redis), priority: "batch", max_wait_ms: 3_600_000 },
})
const work = bullmqProcessor(client, { journal: redisJournal(redis) })
const worker = new Worker("ghx", work, {
  connection: redis,
  concurrency: 10,
  maxStalledCount: 1000,
})

// Running jobs are finished first.
process.once("SIGTERM", async () => {
  await worker.close()
  redis.disconnect()
})
