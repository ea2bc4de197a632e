import type { PrintTable } from './text-table.ts'

/**
 * A table of calls to the service, one per line; without rows when the answer has no list of them.
 */
export function serviceCallsTable(serviceCalls: unknown, table: PrintTable): string {
  return table(Array.isArray(serviceCalls) ? serviceCalls : [], [
    ['CALL', 'endpoint'],
    ['WHEN', 'at'],
    ['ABOUT', 'reference'],
    ['CAME TO', 'outcome'],
    ['CODE', 'code'],
    ['SAID', 'said'],
    ['FAILURE', 'failure'],
    ['HTTP', 'httpStatus'],
    ['MS', 'durationMs'],
    ['REQUESTS', 'requests'],
    ['REQUEST ID', 'requestId'],
  ])
}
