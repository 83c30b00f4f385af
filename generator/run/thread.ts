/** Compiles some of a project's cards beside the main thread. */
import { parentPort, workerData } from "node:worker_threads"
import { compileSome } from "../compile/index.js"

parentPort?.postMessage(compileSome(workerData))
