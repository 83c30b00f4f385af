/** What an Octokit of the caller's takes over one of ours; loaded by the first request through one. */
export { pacedDeadline } from "./paced-deadline.js"
export { sendOnce } from "./send-once.js"
export { wholeResponse } from "./whole-response.js"
