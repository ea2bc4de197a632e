import type { Alert, AlertKind } from '@merchant-edge/orders/api'
import type { Language } from '@merchant-edge/pages'
import { dailyFilesInVietnamese } from './daily-files.vi.ts'
import { linkedWalletsInVietnamese } from './linked-wallets.vi.ts'
import { paymentsInVietnamese } from './payments.vi.ts'
import { refundsInVietnamese } from './refunds.vi.ts'
import { transfersInVietnamese } from './transfers.vi.ts'
import { workInVietnamese } from './work.vi.ts'
import type { RunbookText } from './runbook-text.ts'

const vietnamese: Readonly<Record<AlertKind, RunbookText>> = {
  ...paymentsInVietnamese,
  ...refundsInVietnamese,
  ...linkedWalletsInVietnamese,
  ...transfersInVietnamese,
  ...workInVietnamese,
  ...dailyFilesInVietnamese,
}

/** Meaning and remedy of an alert, with the language of the text. */
export interface Runbook extends RunbookText {
  readonly language: Language
}

/** The runbook of an alert in a language. */
export function runbookOf(
  { kind, meaning, remedy }: Pick<Alert, 'kind' | 'meaning' | 'remedy'>,
  language: Language,
): Runbook {
  return language === 'en' ? { language, meaning, remedy } : { language, ...vietnamese[kind] }
}
