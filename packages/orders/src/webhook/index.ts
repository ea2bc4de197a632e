export {
  signWebhook,
  verifyWebhook,
  type ReceivedWebhook,
  type WebhookHeaders,
  type WebhookMessage,
  type WebhookVerdict,
} from './standard-webhook.ts'
export type { OrderEvent, ShopEvent, TransferEvent } from '../events/order-event.ts'
export type { OrderEventType, TransferEventType } from '../events/event-types.ts'
export type { OrderView } from '../orders/order-view.ts'
export type { TransferView } from '../transfers/transfers-api.ts'
