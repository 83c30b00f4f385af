export { serveGh } from "./gh.js"
export { close, createSite, DEFAULT_TOKEN, type Site } from "./server.js"
