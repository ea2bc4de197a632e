/** How many differences a run has found, in SQL, by the column of its totals. */
export function differencesOf(totals: string): string {
  const counts = ['01', '02', '03'].map((status) => `(${totals} ->> '$.counts."${status}"')`)
  return `(${counts.join(' + ')})`
}
