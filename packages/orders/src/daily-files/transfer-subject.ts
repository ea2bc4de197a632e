/**
 * What an alert of the daily files about a transfer is about, among alerts of the same kind about refunds: the shop chooses
 * the ids of both, and may count each from one on.
 */
export function transferSubject(id: string): string {
  return `transfer:${id}`
}
