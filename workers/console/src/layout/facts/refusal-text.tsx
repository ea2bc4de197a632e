import { transferMoney } from '@merchant-edge/contract/money-transfer'
import { refundOrder } from '@merchant-edge/contract/refund'
import { vietnameseOf } from '@merchant-edge/contract/vi'
import type { Language } from '@merchant-edge/pages'
import { textOfCode } from './fact-codes.ts'
import { vietnameseSentence } from './fact-sentences.ts'

const endpoints = { refund: refundOrder, transfer: transferMoney }

/**
 * Why a refund or a transfer was refused and what to do, with the code beside it. A remedy that
 * only the service knows stays in English.
 */
export function RefusalText({
  of,
  refusal,
  after,
  language,
}: {
  readonly of: keyof typeof endpoints
  readonly refusal: { readonly code: number; readonly reason: string; readonly remedy: string }
  /** What follows from the refusal, in the language of the page. */
  readonly after?: string
  readonly language: Language
}) {
  const { code, reason, remedy } = refusal
  const words = vietnameseOf(endpoints[of], code)
  const own = textOfCode('reason', reason, language)
  const told = vietnameseSentence(remedy, of)
  const vietnamese =
    words === undefined
      ? [own && `${own}.`, told].filter(Boolean).join(' ') || undefined
      : `${words.cause} ${words.remedy}`
  return (
    <span>
      {language === 'en' && remedy}
      {language === 'vi' && (vietnamese ?? <span lang="en">{remedy}</span>)}
      {after !== undefined && ` ${after}`}
      <small class="stored">
        {code} {reason}
      </small>
    </span>
  )
}
