import { checksumProfiles } from '@merchant-edge/reconcile'
import { formatRow } from '@merchant-edge/reconcile/files'
import type { Sandbox } from '../sandbox.ts'
import type { ExchangePartner } from './exchange-partners.ts'
import { ledgerTransactions, serviceRows, type ServiceRowValues } from './service-rows.ts'
import type { RowForm } from './spoil-rows.ts'
import type { VietnamDay } from './vietnam-day.ts'

const pieceChars = 64 * 1024

/**
 * A stream of the UTF-8 bytes of texts, in pieces of about 64 KiB. The texts are generated while
 * the stream is read.
 */
function streamOfTexts(texts: AsyncGenerator<string, void, void>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  return new ReadableStream({
    async pull(controller) {
      let text = ''
      while (text.length < pieceChars) {
        const next = await texts.next()
        if (next.done === true) {
          if (text !== '') controller.enqueue(encoder.encode(text))
          controller.close()
          return
        }
        text += next.value
      }
      controller.enqueue(encoder.encode(text))
    },
    async cancel() {
      await texts.return()
    },
  })
}

/** The row format of a partner. */
export function rowFormOf({ profile, checksumKey }: ExchangePartner): RowForm {
  return { profile: checksumProfiles[profile], key: checksumKey }
}

/** The rows of a day from the ledger, in the order of the ledger. */
export async function* ledgerRows(
  sandbox: Sandbox,
  partner: ExchangePartner,
  day: VietnamDay,
): AsyncGenerator<ServiceRowValues, void, void> {
  for await (const transaction of ledgerTransactions(sandbox.database, partner.merchantCode, day)) {
    yield* serviceRows(transaction)
  }
}

async function* ledgerTexts(
  sandbox: Sandbox,
  partner: ExchangePartner,
  day: VietnamDay,
): AsyncGenerator<string, void, void> {
  const form = rowFormOf(partner)
  for await (const values of ledgerRows(sandbox, partner, day)) yield formatRow(values, form)
}

/** The service file of a day without deliberate errors; each call reads the ledger again. */
export function openLedgerFile(
  sandbox: Sandbox,
  partner: ExchangePartner,
  day: VietnamDay,
): ReadableStream<Uint8Array> {
  return streamOfTexts(ledgerTexts(sandbox, partner, day))
}
