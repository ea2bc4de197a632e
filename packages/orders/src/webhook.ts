export {
  signWebhook,
  verifyWebhook,
  type ReceivedWebhook,
  type WebhookHeaders,
  type WebhookMessage,
  type WebhookVerdict,
} from './standard-webhook.ts'
export type { OrderEvent, OrderEventType } from './order-event.ts'
export type { OrderView } from './orders-api.ts'
