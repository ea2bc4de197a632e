import type {
  AttemptState,
  DisputedPaymentView,
  EventView,
  OrderState,
  RefundState,
} from '@merchant-edge/orders/api'
import type { Language } from '@merchant-edge/pages'
import { Chip, type Tone } from '../layout/chip.tsx'
import { orderMessages } from './messages.ts'

const orderTones: Readonly<Record<OrderState, Tone>> = {
  creating: 'plain',
  created: 'plain',
  expired: 'plain',
  paid_unverified: 'warn',
  paid: 'good',
  disputed: 'bad',
  part_refunded: 'plain',
  refunded: 'plain',
  held: 'warn',
  cancelled: 'plain',
}

const attemptTones: Readonly<Partial<Record<AttemptState, Tone>>> = {
  paid: 'good',
  refused: 'bad',
  create_unknown: 'warn',
  payment_unknown: 'warn',
}

const refundTones: Readonly<Record<RefundState, Tone>> = {
  reserved: 'plain',
  refund_unknown: 'warn',
  presumed_refunded: 'warn',
  part_settled: 'warn',
  refunded: 'good',
  refused: 'bad',
}

const eventTones: Readonly<Record<EventView['state'], Tone>> = {
  waiting: 'warn',
  delivered: 'good',
  dead: 'bad',
  unwanted: 'plain',
}

/** A state, and the language in which it is shown. */
interface Shown<State> {
  readonly state: State
  readonly language: Language
}

/** A coloured chip with the state of an order, in the operator's language. */
export function OrderStateChip({ state, language }: Shown<OrderState>) {
  return <Chip tone={orderTones[state]}>{orderMessages[language].states[state]}</Chip>
}

/** A coloured chip with the state of an attempt to pay. */
export function AttemptStateChip({ state, language }: Shown<AttemptState>) {
  const tone = attemptTones[state] ?? 'plain'
  return <Chip tone={tone}>{orderMessages[language].attemptStates[state]}</Chip>
}

/** A coloured chip with the state of a refund. */
export function RefundStateChip({ state, language }: Shown<RefundState>) {
  return <Chip tone={refundTones[state]}>{orderMessages[language].refundStates[state]}</Chip>
}

/** A coloured chip with the state of a payment that a person has to look at. */
export function DisputedStateChip({ state, language }: Shown<DisputedPaymentView['state']>) {
  const tone = state === 'open' ? 'warn' : 'plain'
  return <Chip tone={tone}>{orderMessages[language].disputedStates[state]}</Chip>
}

/** The state of an event for an endpoint. */
export function EventStateChip({ state, language }: Shown<EventView['state']>) {
  return <Chip tone={eventTones[state]}>{orderMessages[language].eventStates[state]}</Chip>
}
