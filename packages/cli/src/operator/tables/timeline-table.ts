import type { PrintTable } from './text-table.ts'

/** The lines of the journal about an order or a transfer as a table. */
export function timelineTable(timeline: unknown, table: PrintTable): string {
  return table(Array.isArray(timeline) ? timeline : [], [
    ['SEQ', 'seq'],
    ['WHEN', 'at'],
    ['WHAT', 'kind'],
    ['HOW IT IS KNOWN', 'facts.known'],
    ['BY', 'facts.staff_id'],
  ])
}
