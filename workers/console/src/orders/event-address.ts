/** Address of the page of an event. */
export function addressOfEvent(key: string): string {
  return `/webhooks/event?${new URLSearchParams({ key }).toString()}`
}
