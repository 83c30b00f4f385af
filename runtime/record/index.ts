export { type RecordingClient, type RecordingOptions, recordingClient } from "./recording-client.js"
