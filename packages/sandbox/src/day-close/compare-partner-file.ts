import {
  checksumProfiles,
  detectChecksumProfile,
  reconcile,
  type Reconciliation,
} from '@merchant-edge/reconcile'
import { partnerLayout, readRows } from '@merchant-edge/reconcile/files'
import { runAtomically } from '../database/run-atomically.ts'
import type { Statement } from '../database/database.ts'
import type { Sandbox } from '../sandbox.ts'
import { storeComparison, type ComparisonReport, type DayComparison } from './comparison.ts'
import { nameOfFile } from './file-names.ts'
import { ContentWriter, openContent } from './exchange-content.ts'
import {
  findExchangeFile,
  removeFileStatements,
  storeFileStatements,
  type StoredFile,
} from './exchange-files.ts'
import type { ExchangePartner } from './exchange-partners.ts'
import { openLedgerFile } from './service-file.ts'
import { fileDateTime, isDay, vietnamDayOf, type VietnamDay } from './vietnam-day.ts'

type Refused = Extract<ComparisonReport, { outcome: 'refused' }>
type Compared = Extract<ComparisonReport, { outcome: 'compared' }>

/** A partner's file, with the data needed for the comparison. */
interface Comparing {
  readonly sandbox: Sandbox
  readonly partner: ExchangePartner
  readonly day: VietnamDay
  readonly file: StoredFile
}

const maxExceptions = 20
const exceptionColumns = 9

function refused(reason: Refused['reason'], message: string): Refused {
  return { outcome: 'refused', reason, message }
}

/**
 * Whether the day of a date has a partner file of its own, with different content. Rows of that
 * date in this file are then late rows, which the partner learned of on a later day.
 *
 * @param date `DD/MM/YYYY`
 */
async function hasFileOfItsOwn({ sandbox, partner, file }: Comparing, date: string) {
  const day = date.split('/').toReversed().join('-')
  if (!isDay(day)) return false
  const name = nameOfFile(sandbox, { kind: 'partner', day, partner: partner.merchantCode })
  const own = await findExchangeFile(sandbox.database, partner.merchantCode, name)
  return own !== undefined && own.sha256 !== file.sha256
}

/**
 * Refuses a file whose readable rows all have the date of another day, unless that day has a file
 * of its own.
 */
async function refuseOtherDay(comparing: Comparing): Promise<Refused | undefined> {
  const { sandbox, day, file } = comparing
  const { date } = fileDateTime(day.start)
  const column = partnerLayout.columns.findIndex(({ name }) => name === 'date')
  let other: string | undefined
  const stream = openContent(sandbox.database, file)
  for await (const { values } of readRows(stream, partnerLayout.columns.length)) {
    const found = values[column] ?? ''
    if (found === date) return undefined
    if (/^\d\d\/\d\d\/\d{4}$/.test(found)) other ??= found
  }
  if (other === undefined || (await hasFileOfItsOwn(comparing, other))) return undefined
  return refused(
    'wrong_day',
    `The file is named for ${date}, and no row is of that day; the first is of ${other}. Send the file of the day under the name of the day.`,
  )
}

/** The first rows of the exceptions file. The stream is drained, so that the comparison can end. */
async function readExceptions(
  stream: ReadableStream<Uint8Array>,
): Promise<Compared['firstExceptions']> {
  const first: Compared['firstExceptions'] = []
  let isHeading = true
  for await (const { values } of readRows(stream, exceptionColumns)) {
    const [, , line = '', kind = '', reason = '', column = '', , cause = '', remedy = ''] = values
    if (!isHeading && first.length < maxExceptions) {
      first.push({ line: Number(line), kind, reason, column, cause, remedy })
    }
    isHeading = false
  }
  return first
}

async function refuseUnreadable(
  { sandbox, partner, file }: Comparing,
  { manifest }: Reconciliation,
): Promise<Refused | undefined> {
  const input = manifest.inputs.find(({ side }) => side === 'partner')
  if (input === undefined || input.rows === 0 || input.goodRows > 0) return undefined
  if (input.badChecksumRows === 0) {
    const message = `None of the ${input.rows} rows can be read. Write 17 columns in UTF-8, separated by commas.`
    return refused('unreadable', message)
  }
  const stream = openContent(sandbox.database, file)
  const { profile } = await detectChecksumProfile(stream, partner.checksumKey)
  const remedy =
    profile === undefined
      ? 'Look at the checksum key; every known way to make a checksum was tried with it.'
      : `They are right by the profile "${profile.name}": set it for this partner, or write them by "${partner.profile}".`
  return refused('wrong_key', `None of the ${input.rows} rows has a right checksum. ${remedy}`)
}

async function reconcileWithLedger(
  comparing: Comparing,
  result: ContentWriter,
): Promise<ComparisonReport> {
  const { sandbox, partner, day, file } = comparing
  const exceptions = new TransformStream<Uint8Array, Uint8Array>()
  const [reconciliation, firstExceptions] = await Promise.all([
    reconcile({
      partner: { name: file.name, open: () => openContent(sandbox.database, file) },
      service: { open: () => openLedgerFile(sandbox, partner, day) },
      serviceToken: sandbox.settings.rules.serviceToken,
      header: sandbox.settings.rules.partnerHeader,
      key: partner.checksumKey,
      profile: checksumProfiles[partner.profile],
      compare: partner.compare,
      pointValueVnd: sandbox.settings.rules.pointValueVnd,
      all: partner.writesAll,
      // The ledger is the reference here, so a file that differs in every row is still compared.
      force: true,
      day: day.day,
      result: result.stream(),
      exceptions: exceptions.writable,
    }),
    readExceptions(exceptions.readable),
  ])
  const unreadable = await refuseUnreadable(comparing, reconciliation)
  if (unreadable !== undefined) return unreadable
  const { counts, manifest, bridge } = reconciliation
  const input = manifest.inputs.find(({ side }) => side === 'partner')
  return {
    outcome: 'compared',
    counts,
    exceptions: reconciliation.exceptions,
    firstExceptions,
    partnerRows: input?.rows ?? 0,
    resultRows: manifest.outputs.result?.rows ?? 0,
    bridgeCloses: bridge.closes,
  }
}

function nameOfResult({ sandbox, partner, day }: Comparing): string {
  return nameOfFile(sandbox, { kind: 'result', day: day.day, partner: partner.merchantCode })
}

/** Statements that store the result of a compared file. */
async function storeResult(
  comparing: Comparing,
  result: ContentWriter,
): Promise<readonly Statement[]> {
  const { database, clock } = comparing.sandbox
  const { merchantCode } = comparing.partner
  return storeFileStatements(database, {
    merchantCode,
    name: nameOfResult(comparing),
    direction: 'from-service',
    content: await result.close(),
    createdAt: clock.nowSeconds(),
  })
}

/** Statements that remove an earlier result file, when the file is refused. */
async function removeResult(
  comparing: Comparing,
  result: ContentWriter,
): Promise<readonly Statement[]> {
  const { database } = comparing.sandbox
  await result.drop()
  const { merchantCode } = comparing.partner
  const before = await findExchangeFile(database, merchantCode, nameOfResult(comparing))
  return before === undefined ? [] : removeFileStatements(database, before)
}

/**
 * Compares the partner's file of a closed day with the ledger, and writes the result file. The
 * content of the service file does not matter, because it may have deliberate errors.
 *
 * A file is refused, and gets no result file, when it is of another day, when no row can be read,
 * or when the checksum of no row verifies. Single rows that cannot be read or do not verify are
 * reported and left out of the comparison. Assumes G-102.
 *
 * @see Specification 2.18
 */
export async function comparePartnerFile(
  sandbox: Sandbox,
  partner: ExchangePartner,
  use: { readonly day: string; readonly file: StoredFile },
): Promise<DayComparison> {
  const { database, clock } = sandbox
  const comparing = { sandbox, partner, day: vietnamDayOf(use.day), file: use.file }
  const result = new ContentWriter(sandbox)
  const report = (await refuseOtherDay(comparing)) ?? (await reconcileWithLedger(comparing, result))
  const comparison = {
    day: use.day,
    comparedAt: clock.nowSeconds(),
    sha256: use.file.sha256,
    report,
  }
  const endResult = report.outcome === 'compared' ? storeResult : removeResult
  await runAtomically(database, [
    ...(await endResult(comparing, result)),
    storeComparison(database, partner.merchantCode, comparison),
  ])
  return comparison
}
