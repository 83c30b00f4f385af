export { serveGh } from "./gh.js"
export { INSTALLATION_OPERATION } from "./installations.js"
export { close, createSite, DEFAULT_TOKEN, type Site } from "./server.js"
