import { isPlainText } from '@merchant-edge/orders/rules'

const reasonCharacters = 255

/** The reason that was typed, and whether it can stand in the journal: 1 to 255 characters of plain text. */
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
