export { type GhOptions, type ServedGh, serveGh } from "./gh.js"
export { INSTALLATION, INSTALLATION_OPERATION } from "./installations.js"
export { close, createSite, type Site } from "./server.js"
