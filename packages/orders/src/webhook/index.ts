export {
  signWebhook,
  verifyWebhook,
  type ReceivedWebhook,
  type WebhookHeaders,
  type WebhookMessage,
  type WebhookVerdict,
} from './standard-webhook.ts'
export type {
  OrderEvent,
  OrderEventType,
  ShopEvent,
  TransferEvent,
  TransferEventType,
} from '../events/order-event.ts'
export type { OrderView } from '../orders/order-view.ts'
export type { TransferView } from '../transfers/transfers-api.ts'
