import { redactWire } from '@merchant-edge/contract/redaction'
import type { SignatureExplanation } from '@merchant-edge/signing/explain'
import { and, desc, eq, lt, lte, max, sql, type SQL } from 'drizzle-orm'
import type { Database, Statement } from '../database/database.ts'
import { journal } from './tables.ts'
import type { Sandbox } from '../sandbox.ts'
import type { ReceivedRequest } from './received-request.ts'

const shownHeaders = [
  'accept',
  'content-type',
  'user-agent',
  'x-api-code',
  'x-key-code',
  'x-merchant-id',
  'x-nonce',
  'x-request-id',
  'x-signature',
  'x-terminal-id',
  'x-timestamp',
]

/** The headers of a request that belong into a journal. */
function shownHeadersOf(headers: Headers): Record<string, string> {
  return Object.fromEntries(
    shownHeaders.flatMap((name) => {
      const value = headers.get(name)
      return value === null ? [] : [[name, value.slice(0, 1024)]]
    }),
  )
}

/** Number of requests that the journal keeps. */
const keptRequests = 2000

/** A request to the API with its answer; secrets are redacted. */
export interface JournalEntry {
  readonly id: number
  /** Unix seconds of the sandbox's clock. */
  readonly at: number
  readonly method: string
  readonly path: string
  readonly query: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly keyCode: string | null
  /** Name of the endpoint; null when none has this method and path. */
  readonly endpoint: string | null
  /** `meta.code` of the answer; 0 when an injected fault prevented an answer. */
  readonly code: number
  readonly httpStatus: number
  /** `meta.message` of the answer. */
  readonly message: string
  /** Text of the answer before an injected fault corrupted it. */
  readonly answer: string
  /** The injected fault that changed the answer, without `sandbox:`; null when none did. */
  readonly fault: string | null
  /** Why the signature did not verify: set for a bad signature only. */
  readonly explanation: SignatureExplanation | null
}

/** The journal entry of one request. */
export interface JournalRecord {
  readonly received: ReceivedRequest
  readonly endpoint: string | null
  readonly code: number
  readonly httpStatus: number
  readonly message: string
  readonly answer: string
  readonly fault: string | null
  readonly explanation: unknown
}

type Row = typeof journal.$inferSelect

function isExplanation(value: unknown): value is SignatureExplanation {
  return typeof value === 'object' && value !== null && 'expectedText' in value
}

function entryOf(row: Row): JournalEntry {
  return { ...row, explanation: isExplanation(row.explanation) ? row.explanation : null }
}

function redactExplanation(explanation: unknown): unknown {
  if (explanation === undefined || explanation === null) return null
  if (!isExplanation(explanation)) return null
  const { expectedText, signedText } = explanation
  return {
    ...explanation,
    expectedText: redactWire(expectedText),
    ...(signedText !== undefined && { signedText: redactWire(signedText) }),
  }
}

/**
 * Stores a request in the journal.
 *
 * @returns its place in the journal
 */
export async function recordRequest(sandbox: Sandbox, record: JournalRecord): Promise<number> {
  const { received, explanation, ...verdict } = record
  const [row] = await sandbox.database
    .insert(journal)
    .values({
      ...verdict,
      at: sandbox.clock.nowSeconds(),
      method: received.method,
      path: received.path,
      query: redactWire(received.query),
      headers: shownHeadersOf(received.headers),
      body: redactWire(received.body.slice(0, 16_384)),
      keyCode: received.headers.get('x-key-code')?.slice(0, 64) ?? null,
      answer: redactWire(verdict.answer),
      explanation: redactExplanation(explanation),
    })
    .returning({ id: journal.id })
  return row?.id ?? 0
}

/** Which requests to list. */
export interface JournalSearch {
  /** Most entries to return, 1 to 200; 50 when left out. */
  readonly limit?: number | undefined
  /** Only requests with this `meta.code`. */
  readonly code?: number | undefined
  /** Only requests before this place in the journal. */
  readonly before?: number | undefined
}

/** Requests of the journal, newest first. */
export async function listRequests(
  database: Database,
  search: JournalSearch = {},
): Promise<readonly JournalEntry[]> {
  const conditions: (SQL | undefined)[] = [
    search.code === undefined ? undefined : eq(journal.code, search.code),
    search.before === undefined ? undefined : lt(journal.id, search.before),
  ]
  const rows = await database
    .select()
    .from(journal)
    .where(and(...conditions))
    .orderBy(desc(journal.id))
    .limit(Math.min(Math.max(search.limit ?? 50, 1), 200))
  return rows.map(entryOf)
}

/** One request of the journal. */
export async function findRequest(
  database: Database,
  id: number,
): Promise<JournalEntry | undefined> {
  const [row] = await database.select().from(journal).where(eq(journal.id, id))
  return row && entryOf(row)
}

/** Statement that drops the oldest requests when the journal has grown too long. */
export function trimJournal(database: Database): Statement {
  const newest = database.select({ id: max(journal.id) }).from(journal)
  return database.delete(journal).where(lte(journal.id, sql`${newest} - ${keptRequests}`))
}
