/**
 * Subject of a daily-file alert about a transfer. Alerts of the same kinds are about refunds too,
 * and the shop chooses the ids of both: they may be equal, for example when each is counted from
 * one.
 */
export function transferSubject(id: string): string {
  return `transfer:${id}`
}
