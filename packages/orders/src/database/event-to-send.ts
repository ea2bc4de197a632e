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

/**
 * What makes an event unique, in characters that a header can carry and without the full stop, which
 * delimits the signed text: it may name a transaction of the service. Assumes G-125.
 */
function headerPart(once: string): string {
  return encodeURIComponent(once).replaceAll('%3A', ':').replaceAll('.', '%2E')
}

/** The key of an event about an order: its webhook-id. */
export function eventKey(event: Pick<OrderEventToSend, 'orderId' | 'type' | 'once'>): string {
  const parts = [event.type.replace('.', '-'), event.orderId]
  if (event.once !== '') parts.push(headerPart(event.once))
  return parts.join(':')
}

/** The key of an event about a transfer: its webhook-id. */
export function transferEventKey(type: TransferEventType, transferId: string): string {
  return `${type.replace('.', '-')}:${transferId}`
}
