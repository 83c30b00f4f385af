/** Loaded by the first call of a client with bounds. A bundle keeps all exports of a module that is imported whole. */
import { loadBounds } from "../call/index.js"

export const boundsLayer = async () => (await loadBounds()).boundsLayer
