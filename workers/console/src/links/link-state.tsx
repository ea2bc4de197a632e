import type { LinkState } from '@merchant-edge/orders/api'
import type { Language } from '@merchant-edge/pages'
import { Chip, type Tone } from '../layout/chip.tsx'
import { linkMessages } from './messages.ts'

const tones: Readonly<Record<LinkState, Tone>> = {
  requested: 'plain',
  linked: 'good',
  unlinking: 'warn',
  unlinked: 'plain',
  expired: 'plain',
}

/** A coloured chip with the state of a link, in the operator's language. */
export function LinkStateChip({
  state,
  language,
}: {
  readonly state: LinkState
  readonly language: Language
}) {
  return <Chip tone={tones[state]}>{linkMessages[language].states[state]}</Chip>
}
