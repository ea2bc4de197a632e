import { textTable } from './text-table.ts'

/** Calls to the service as a table. */
export function serviceCallsTable(serviceCalls: unknown): string {
  return textTable(Array.isArray(serviceCalls) ? serviceCalls : [], [
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
