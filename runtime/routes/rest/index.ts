export {
  bytesReader as restBytes,
  contentReader as restContent,
  presenceReader as restPresence,
  textReader as restTexts,
} from "../../http/index.js"
export { nextAddress } from "./link.js"
export { restLookups } from "./lookups.js"
export { lastPage, restAllPages, restCursors, restPages } from "./pages.js"
export { restPolling } from "./polling.js"
export { endpointUrl } from "./request.js"
export { restRoute } from "./route.js"
export { restSealing } from "./sealing.js"
export { tokenScopes } from "./token-scopes.js"
