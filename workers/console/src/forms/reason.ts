import { isPlainText } from '@merchant-edge/orders/rules'

const reasonCharacters = 255

/** The typed reason, and whether it is valid for the journal: 1 to 255 characters of plain text. */
export function readReason(typed: string | undefined): {
  readonly reason: string
  readonly isFit: boolean
} {
  const reason = (typed ?? '').trim()
  return {
    reason,
    isFit: reason !== '' && reason.length <= reasonCharacters && isPlainText(reason),
  }
}
