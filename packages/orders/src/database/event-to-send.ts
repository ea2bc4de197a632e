import { checkArguments } from '@merchant-edge/signing/options'
import type { AlertEventType, OrderEventType, TransferEventType } from '../events/events-api.ts'
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

/** An event about a transfer for the shop's backend. */
export interface TransferEventToSend {
  /** When it happened, in milliseconds since 1970. */
  readonly atMs: number
  readonly transferId: string
  readonly type: TransferEventType
  /** What makes the event unique within its transfer and type, when it does not happen once. */
  readonly once?: string
  readonly data: JournalData
}

/** An event about an alert. */
export interface AlertEventToSend {
  /** When it happened, in milliseconds since 1970. */
  readonly atMs: number
  readonly alertId: number
  /** Which opening of the alert it is about, from 1. */
  readonly opening: number
  readonly type: AlertEventType
  readonly data: JournalData
}

/** An event for the endpoints that subscribe to it. */
export type EventToSend = OrderEventToSend | TransferEventToSend | AlertEventToSend

/**
 * What makes an event unique, in characters that a header can carry and without the full stop,
 * which delimits the signed text: it may name a transaction of the service. Assumes G-125.
 */
function headerPart(once: string): string {
  return encodeURIComponent(once).replaceAll('%3A', ':').replaceAll('.', '%2E')
}

/** The key of an event about an order: its webhook-id. */
export function eventKey(event: Pick<OrderEventToSend, 'orderId' | 'type' | 'once'>): string {
  checkArguments('eventKey', { event })
  const parts = [event.type.replace('.', '-'), event.orderId]
  if (event.once !== '') parts.push(headerPart(event.once))
  return parts.join(':')
}

/** The key of an event about a transfer: its webhook-id. */
export function transferEventKey(
  event: Pick<TransferEventToSend, 'type' | 'transferId' | 'once'>,
): string {
  checkArguments('transferEventKey', { event })
  const { type, transferId, once } = event
  const key = `${type.replace('.', '-')}:${transferId}`
  return once === undefined ? key : `${key}:${once}`
}

/** The key of an event about an alert: its webhook-id. */
export function alertEventKey(type: AlertEventType, alertId: number, opening: number): string {
  return `${type.replace('.', '-')}:${alertId}:${opening}`
}

/**
 * The key of the row that holds an event for one of several endpoints. The row of the first
 * endpoint has the key of the event instead.
 */
export function keyForEndpoint(key: string, endpoint: string): string {
  return `${key}@${endpoint}`
}
