import type { TransferState } from '@merchant-edge/orders/api'
import type { Language } from '@merchant-edge/pages'
import { Chip, type Tone } from '../layout/chip.tsx'
import { transferMessages } from './messages.ts'

const tones: Readonly<Record<TransferState, Tone>> = {
  requested: 'plain',
  succeeded: 'good',
  refused: 'bad',
  unknown: 'warn',
}

/** A coloured chip with the state of a transfer, in the operator's language. */
export function TransferStateChip({
  state,
  language,
}: {
  readonly state: TransferState
  readonly language: Language
}) {
  return <Chip tone={tones[state]}>{transferMessages[language].states[state]}</Chip>
}
