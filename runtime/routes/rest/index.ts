export {
  bytesReader as restBytes,
  presenceReader as restPresence,
  textReader as restTexts,
} from "../../http/index.js"
export { nextAddress } from "./link.js"
export { restLookups } from "./lookups.js"
export { restPages } from "./pages.js"
export { restPolling } from "./polling.js"
export { restRoute } from "./route.js"
export { endpointUrl } from "./url.js"
