import type { ProposalState } from '@merchant-edge/orders/api'
import type { Language } from '@merchant-edge/pages'
import { Chip, type Tone } from '../layout/chip.tsx'
import { approvalMessages } from './messages.ts'

const tones: Readonly<Record<ProposalState, Tone>> = {
  proposed: 'warn',
  approved: 'good',
  refused: 'bad',
  expired: 'plain',
}

/** The state of a proposed refund. */
export function ProposalStateChip({
  state,
  language,
}: {
  readonly state: ProposalState
  readonly language: Language
}) {
  return <Chip tone={tones[state]}>{approvalMessages[language].states[state]}</Chip>
}
