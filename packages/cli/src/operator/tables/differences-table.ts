import type { PrintTable } from './text-table.ts'

/**
 * Differences of the daily files as a table, each with its verdict, or the later day that has
 * cleared it. The first three columns are what `differences decide` takes.
 */
export function differencesTable(differences: unknown, table: PrintTable): string {
  return table(Array.isArray(differences) ? differences : [], [
    ['DIFFERENCE OF', 'day'],
    ['RUN', 'runId'],
    ['POSITION', 'position'],
    ['STATUS', 'status'],
    ['DIFFERS IN', 'differs'],
    ['OUR CODE', 'partner.columns.walletCode'],
    ['OUR AMOUNT', 'partner.columns.amount'],
    ["SERVICE'S CODE", 'service.0.columns.walletCode'],
    ["SERVICE'S AMOUNT", 'service.0.columns.amount'],
    ['VERDICT', 'verdict.verdict'],
    ['BY', 'verdict.staffId'],
    ['CLEARED ON', 'cleared.on'],
  ])
}
