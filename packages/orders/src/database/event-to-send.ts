import type { OrderEventType, TransferEventType } from '../events/events-api.ts'
import type { JournalData } from './tables/journal-data.ts'

/** An event about an order for the shop's backend. */
export interface OrderEventToSend {
  /** When it happened, in milliseconds since 1970. */
  readonly atMs: number
  readonly orderId: string
  readonly type: OrderEventType
  /** What makes the event unique within its order and type; empty when it happens once. */
  readonly once: string
  readonly data: JournalData
}

/** An event about a transfer for the shop's backend; each type happens to a transfer once. */
export interface TransferEventToSend {
  /** When it happened, in milliseconds since 1970. */
  readonly atMs: number
  readonly transferId: string
  readonly type: TransferEventType
  readonly data: JournalData
}

/** An event for the shop's backend. */
export type EventToSend = OrderEventToSend | TransferEventToSend

/** The key of an event about an order: its webhook-id. It holds no full stop, which delimits the signed text. */
export function eventKey(event: Pick<OrderEventToSend, 'orderId' | 'type' | 'once'>): string {
  const parts = [event.type.replace('.', '-'), event.orderId]
  if (event.once !== '') parts.push(event.once.replaceAll('.', '%2E'))
  return parts.join(':')
}

/** The key of an event about a transfer: its webhook-id. */
export function transferEventKey(type: TransferEventType, transferId: string): string {
  return `${type.replace('.', '-')}:${transferId}`
}
