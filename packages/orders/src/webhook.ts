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
} from './order-event.ts'
export type { OrderView } from './order-view.ts'
export type { TransferView } from './transfers/transfers-api.ts'
