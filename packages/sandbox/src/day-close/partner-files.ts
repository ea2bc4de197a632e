import { and, eq } from 'drizzle-orm'
import { runAtomically } from '../database/run-atomically.ts'
import { exchangeFiles } from './tables.ts'
import { readFileName } from './file-names.ts'
import type { Sandbox } from '../sandbox.ts'
import { closeDay, compareIfPresent } from './close-day.ts'
import { findClosedDay } from './closed-days.ts'
import { findComparison, removeComparison } from './comparison.ts'
import { ContentWriter } from './exchange-content.ts'
import {
  exchangeFileOf,
  findExchangeFile,
  isExchangeName,
  isServiceName,
  removeFileStatements,
  storeFileStatements,
  type ExchangeFile,
  type StoredFile,
} from './exchange-files.ts'
import type { ExchangePartner } from './exchange-partners.ts'
import { vietnamDayOf } from './vietnam-day.ts'

/** Maximum size of a partner's file in bytes: 64 MiB. */
export const maxPartnerFileBytes = 64 * 1024 * 1024

/** Why a partner cannot store, rename or remove a file. */
export type FileRefusal = 'bad_name' | 'not_yours' | 'too_large' | 'not_there' | 'name_taken'

/** Outcome of storing, renaming or removing a file. */
export type FileOutcome =
  | { readonly outcome: 'done'; readonly file: ExchangeFile }
  | { readonly outcome: 'refused'; readonly reason: FileRefusal }

function refuse(reason: FileRefusal): FileOutcome {
  return { outcome: 'refused', reason }
}

function refuseName(sandbox: Sandbox, name: string): FileRefusal | undefined {
  if (!isExchangeName(name)) return 'bad_name'
  return isServiceName(sandbox, name) ? 'not_yours' : undefined
}

/** The day of a partner's file; `undefined` when the name is not a daily file of this partner. */
function dayOfPartnerFile(
  sandbox: Sandbox,
  partner: ExchangePartner,
  name: string,
): string | undefined {
  const parsed = readFileName(sandbox, name)
  const isOwn = parsed?.kind === 'partner' && parsed.partner === partner.merchantCode
  return isOwn ? parsed.day : undefined
}

/**
 * Compares a file that has just received its name, if its day is closed. A file that arrives
 * earlier waits for the close of its day; an unchanged file is not compared again.
 */
async function takeFile(
  sandbox: Sandbox,
  partner: ExchangePartner,
  file: StoredFile,
): Promise<void> {
  const { database, clock } = sandbox
  const day = dayOfPartnerFile(sandbox, partner, file.name)
  if (day === undefined) return
  const known = await findComparison(database, partner.merchantCode, day)
  if (known?.sha256 === file.sha256) return
  const closed = await findClosedDay(database, partner.merchantCode, day)
  if (closed !== undefined) await compareIfPresent(sandbox, partner, day)
  else if (clock.nowSeconds() >= vietnamDayOf(day).closesAt) {
    await closeDay(sandbox, partner, { day })
  }
}

/** Writes the bytes; `undefined` when there are too many, and then nothing stays stored. */
async function writeContent(sandbox: Sandbox, bytes: AsyncIterable<Uint8Array>, maxBytes: number) {
  const writer = new ContentWriter(sandbox)
  try {
    for await (const piece of bytes) {
      if (writer.sizeBytes + piece.length > maxBytes) {
        await writer.drop()
        return undefined
      }
      await writer.write(piece)
    }
    return { writer, content: await writer.close() }
  } catch (error) {
    await writer.drop()
    throw error
  }
}

/**
 * Stores a file in the partner's folder, replaces a file of the same name, and compares the file if
 * it is the partner's file of a closed day. The same bytes again change nothing; different bytes
 * replace the file and its result, any number of times. Assumes G-101.
 */
export async function putPartnerFile(
  sandbox: Sandbox,
  partner: ExchangePartner,
  use: {
    readonly name: string
    readonly bytes: AsyncIterable<Uint8Array>
    /** {@link maxPartnerFileBytes} when left out. */
    readonly maxBytes?: number
  },
): Promise<FileOutcome> {
  const { database, clock } = sandbox
  const { merchantCode } = partner
  const { name, bytes, maxBytes = maxPartnerFileBytes } = use
  const wrongName = refuseName(sandbox, name)
  if (wrongName !== undefined) return refuse(wrongName)
  const written = await writeContent(sandbox, bytes, maxBytes)
  if (written === undefined) return refuse('too_large')
  const { writer, content } = written
  const before = await findExchangeFile(database, merchantCode, name)
  const isSame = before?.sha256 === content.sha256
  if (isSame) await writer.drop()
  else {
    const place = { merchantCode, name, direction: 'from-partner' } as const
    const file = { ...place, content, createdAt: clock.nowSeconds() }
    await runAtomically(database, storeFileStatements(database, file))
  }
  const file = await findExchangeFile(database, merchantCode, name)
  if (file === undefined) return refuse('not_there')
  await takeFile(sandbox, partner, file)
  return { outcome: 'done', file: exchangeFileOf(file) }
}

/** Removes a file of the partner, and deletes its comparison. */
export async function removePartnerFile(
  sandbox: Sandbox,
  partner: ExchangePartner,
  name: string,
): Promise<FileOutcome> {
  const { database } = sandbox
  const file = await findExchangeFile(database, partner.merchantCode, name)
  if (file === undefined) return refuse('not_there')
  if (file.direction === 'from-service') return refuse('not_yours')
  const day = dayOfPartnerFile(sandbox, partner, name)
  await runAtomically(database, [
    ...removeFileStatements(database, file),
    ...(day === undefined ? [] : [removeComparison(database, partner.merchantCode, day)]),
  ])
  return { outcome: 'done', file: exchangeFileOf(file) }
}

/**
 * Renames a file of the partner atomically, and compares it if it now is the partner's file of a
 * closed day: partners upload under a temporary name first.
 */
export async function renamePartnerFile(
  sandbox: Sandbox,
  partner: ExchangePartner,
  use: { readonly name: string; readonly to: string; readonly replace: boolean },
): Promise<FileOutcome> {
  const { database } = sandbox
  const { merchantCode } = partner
  const { name, to, replace } = use
  const wrongName = refuseName(sandbox, to)
  if (wrongName !== undefined) return refuse(wrongName)
  const file = await findExchangeFile(database, merchantCode, name)
  if (file === undefined) return refuse('not_there')
  if (file.direction === 'from-service') return refuse('not_yours')
  const taken = name === to ? undefined : await findExchangeFile(database, merchantCode, to)
  if (taken !== undefined && !replace) return refuse('name_taken')
  await runAtomically(database, [
    ...(taken === undefined ? [] : removeFileStatements(database, taken)),
    database
      .update(exchangeFiles)
      .set({ name: to })
      .where(and(eq(exchangeFiles.merchantCode, merchantCode), eq(exchangeFiles.name, name))),
  ])
  await takeFile(sandbox, partner, { ...file, name: to })
  return { outcome: 'done', file: exchangeFileOf({ ...file, name: to }) }
}
