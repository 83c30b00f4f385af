/** Takes jobs of a queue in Redis. */
import { Worker } from "bullmq"
import { redisJournal } from "ghx/durable"
import { bullmqProcessor } from "ghx/durable/bullmq"
import { Redis } from "ioredis"
import { client, journaled, options, store } from "./given.js"

const connection = () => new Redis(store, { maxRetriesPerRequest: null })
const own = new Redis(store)
own.on("error", () => undefined)
const work = bullmqProcessor(client, { ...options, journal: journaled(redisJournal(own)) })
const worker = new Worker("ghx", work, {
  connection: connection(),
  concurrency: 4,
  lockDuration: options.lease_ms,
  stalledInterval: options.lease_ms,
  maxStalledCount: 1000,
})
worker.on("error", () => undefined)
