export { type BatchLimits, type Client, type ClientOptions, createClient } from "./client.js"
export type { TokenSource } from "./credentials.js"
export { defaultClient } from "./default-client.js"
