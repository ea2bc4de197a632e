import { parseFileName, type FileKind } from '@merchant-edge/reconcile/files'
import type { Sandbox } from '../sandbox.ts'
import { listClosedDays, type ClosedDay } from './closed-days.ts'
import { listComparisons, type Comparison } from './comparison.ts'
import { exchangeFileOf, listExchangeFiles, type ExchangeFile } from './exchange-files.ts'
import type { ExchangePartner } from './exchange-partners.ts'

/** A day of the exchange: its files, its close, and what came of the partner's file. */
export interface ExchangeDay {
  readonly merchantCode: string
  /** `YYYY-MM-DD` in Vietnam. */
  readonly day: string
  /** When it was closed, in unix seconds; null while it is open. */
  readonly closedAt: number | null
  /** Rows of the service file; null while there is none. */
  readonly rows: number | null
  /** What the service file has wrong, on purpose. */
  readonly spoiled: ClosedDay['spoiled']
  /** Its files, where they are there. */
  readonly files: Readonly<Partial<Record<FileKind, ExchangeFile>>>
  /** What came of the partner's file; null while it is not there, or waits for the close. */
  readonly comparison: Comparison | null
}

const mostDays = 60

/** Days of a partner that were closed or have a file, newest first, at most 60. */
export async function listExchangeDays(
  sandbox: Sandbox,
  partner: ExchangePartner,
): Promise<readonly ExchangeDay[]> {
  const { database } = sandbox
  const { merchantCode } = partner
  const [closed, comparisons, files] = await Promise.all([
    listClosedDays(database, merchantCode),
    listComparisons(database, merchantCode),
    listExchangeFiles(database, merchantCode),
  ])
  const named = files.flatMap((file) => {
    const parsed = parseFileName(file.name)
    return parsed?.partner === merchantCode ? [{ ...parsed, file: exchangeFileOf(file) }] : []
  })
  const days = new Set([...closed.map(({ day }) => day), ...named.map(({ day }) => day)])
  return [...days]
    .sort()
    .toReversed()
    .slice(0, mostDays)
    .map((day) => {
      const close = closed.find((one) => one.day === day)
      const comparison = comparisons.find((one) => one.day === day)
      const ofDay = named.filter((one) => one.day === day)
      return {
        merchantCode,
        day,
        closedAt: close?.closedAt ?? null,
        rows: close?.rows ?? null,
        spoiled: close?.spoiled ?? [],
        files: Object.fromEntries(ofDay.map(({ kind, file }) => [kind, file])),
        comparison: comparison ?? null,
      }
    })
}

/** A day of a partner; `undefined` when it was not closed and has no file. */
export async function findExchangeDay(
  sandbox: Sandbox,
  partner: ExchangePartner,
  day: string,
): Promise<ExchangeDay | undefined> {
  return (await listExchangeDays(sandbox, partner)).find((one) => one.day === day)
}
