export {
  signWebhook,
  verifyWebhook,
  type ReceivedWebhook,
  type WebhookHeaders,
  type WebhookMessage,
  type WebhookVerdict,
} from './standard-webhook.ts'
export type { AlertEvent, OrderEvent, ShopEvent, TransferEvent } from '../events/events-api.ts'
export type { AlertEventType, OrderEventType, TransferEventType } from '../events/events-api.ts'
export type { OrderView } from '../orders/orders-api.ts'
export type { TransferView } from '../transfers/transfers-api.ts'
export { isSigningKey } from './webhook-key.ts'
