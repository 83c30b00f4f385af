export {
  bytesReader as restBytes,
  presenceReader as restPresence,
  textReader as restTexts,
} from "../../http/index.js"
export { restCursors } from "./cursors.js"
export { nextAddress } from "./link.js"
export { restLookups } from "./lookups.js"
export { restPages } from "./pages.js"
export { restPolling } from "./polling.js"
export { restRoute } from "./route.js"
export { restScopes } from "./scopes.js"
export { restSealing } from "./sealing.js"
export { endpointUrl } from "./url.js"
