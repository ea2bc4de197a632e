import { inArray, or } from 'drizzle-orm'
import { openDatabase } from '../../database/open-database.ts'
import { journal } from '../../database/schema.ts'
import type { Refund } from '../../refunds/find-refund.ts'
import type { DailyFilesContext } from '../daily-files-context.ts'
import { returnedInLine } from '../partner-file/partner-rows.ts'
import { isCodeOfRefund, keyOfCode } from './file-evidence.ts'

/** A journal line of the refunded part: all of a refund, or a half of it. */
export interface SettledLine {
  /** Suffix of its journal key; empty for the half that was settled first. */
  readonly half: string
  readonly vnd: number
  readonly points: number
}

/** What the service has named of the refunded parts. */
export interface NamedParts {
  /** Wallet transaction codes of the parts. */
  readonly codes: readonly string[]
  /** The parts whose code it has not named. */
  readonly unnamed: readonly SettledLine[]
}

/** Reads from the journal which parts of a refund are returned, and which of them the service has named. */
export async function namedParts(
  context: DailyFilesContext,
  { id, orderId }: Refund,
): Promise<NamedParts> {
  const key = `refund.settled:${id}`
  const keys = ['', ':money', ':points'].map((half) => key + half)
  const lines = await openDatabase(context)
    .select({ dedupe: journal.dedupe, data: journal.data })
    .from(journal)
    .where(or(inArray(journal.dedupe, keys), isCodeOfRefund(orderId, id)))
    .orderBy(journal.seq)
  const codes = lines.flatMap(({ data: { wallet_code: code } }) =>
    typeof code === 'string' ? [code] : [],
  )
  const named = lines.map(({ dedupe }) => dedupe)
  const unnamed = lines
    .filter(({ data }) => typeof data['wallet_code'] !== 'string')
    .map(({ dedupe, data }) => ({ half: dedupe.slice(key.length), ...returnedInLine(data) }))
    .filter(({ half }) => !codes.some((code) => named.includes(keyOfCode('-1', code, half))))
  return { codes, unnamed }
}
