export { createTls, environmentOf } from "./environment.js"
export { serveGh } from "./gh.js"
export { close, createSite, DEFAULT_TOKEN, type Listener, type Site } from "./server.js"
