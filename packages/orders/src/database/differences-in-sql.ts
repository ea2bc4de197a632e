/** SQL for the number of differences that a run has found, from the column of its totals. */
export function differencesOf(totals: string): string {
  const counts = ['01', '02', '03'].map((status) => `(${totals} ->> '$.counts."${status}"')`)
  return `(${counts.join(' + ')})`
}
