/** Compiles some of a project's cards beside the main thread. */
import { parentPort } from "node:worker_threads"
import { compileSome } from "../compile/index.js"

parentPort?.once("message", (cards) => parentPort?.postMessage(compileSome(cards)))
