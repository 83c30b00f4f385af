/** An event as a webhook of the App gets it. */
export interface WebhookEvent {
  /** The id of the delivery. */
  id: string
  /** `issues`; the action is in the payload. */
  // biome-ignore lint/suspicious/noExplicitAny: Probot's `receive` takes a union over the names
  name: any
  // biome-ignore lint/suspicious/noExplicitAny: the type of a payload depends on the event
  payload: any
}
