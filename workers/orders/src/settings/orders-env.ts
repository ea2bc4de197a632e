import type { RangeInvocations } from '@merchant-edge/orders/daily-files'
import type { OutboxKeys } from '../outbox-queue.ts'
import type { ServiceDifferences } from './service-differences.ts'

/** Bindings of the orders Worker; variables are checked by `readSettings`. */
export interface OrdersEnv extends Partial<Record<keyof ServiceDifferences, string>> {
  /** Environment: `local`, or `sandbox`, `uat` or `production` of the service. */
  readonly ENVIRONMENT: string
  /** The order database; only this Worker is bound to it. */
  readonly DB: D1Database
  /** Announces outbox keys, so that work need not wait for the cron trigger. */
  readonly OUTBOX_QUEUE: Queue<OutboxKeys>
  /** Origin of the wallet service. */
  readonly SERVICE_URL: string
  /** Origin of the linked-account API; needed for linked wallets. */
  readonly SERVICE_PAYMENT_URL?: string
  /** Code of the store of orders that name none. */
  readonly STORE_CODE: string
  /** Code of the terminal in that store; needed for linked wallets. */
  readonly POS_CODE?: string
  /**
   * Further stores and terminals, as JSON:
   * `[{"storeCode":"STORE-2","posCodes":["TILL-1","TILL-2"]}]`. A code that ends with `*` stands
   * for all that begin so.
   */
  readonly STORES?: string
  /**
   * Rules for rows of the service's daily file that were not made through this system, as JSON:
   * `[{"name":"merchant-qr","mid":"STORE-1","tid":""}]`. A text that ends with `*` stands for all
   * that begin so.
   */
  readonly FOREIGN_ROWS?: string
  /** Code of the partner, issued by the service; needed for linked wallets. */
  readonly PARTNER_CODE?: string
  /** Code of the merchant; needed for linked wallets. */
  readonly MERCHANT_CODE?: string
  /** Wallet account that transfers are paid from, issued by operations; needed for transfers. */
  readonly MERCHANT_ACCOUNT_ID?: string
  /** Maximum for one transfer, in whole VND; required for transfers. */
  readonly TRANSFER_LIMIT_VND?: string
  /**
   * Maximum for all transfers of a day (Vietnam time) together, in whole VND; required for
   * transfers.
   */
  readonly TRANSFER_DAY_LIMIT_VND?: string
  /**
   * Balance of the account below which a transfer raises an alert, in whole VND; none is raised
   * when left out.
   */
  readonly TRANSFER_LOW_BALANCE_VND?: string
  /**
   * Maximum that operators may refund of an order without a second person, in whole VND; no limit
   * when left out. Points count with their value in VND.
   */
  readonly APPROVAL_LIMIT_VND?: string
  /**
   * `true` while no call that moves money may be sent: no refund, transfer, charge, capture,
   * release, top-up or sale of gift codes. For an incident, such as a restored database. Any other
   * text pauses too, and is a problem of the configuration.
   */
  readonly MONEY_PAUSED?: string
  /** Owner of the loyalty program; needed to look up members, unless each request names it. */
  readonly LOYALTY_BUSINESS_CODE?: string
  /** Code of the loyalty program; needed in the same cases as LOYALTY_BUSINESS_CODE. */
  readonly LOYALTY_PROGRAM_CODE?: string
  /** Bucket of the daily files; without it none are written or read. */
  readonly FILES?: R2Bucket
  /**
   * Durable Objects that read ranges of large daily files; without them one invocation reads
   * everything.
   */
  readonly DAILY_FILE_READERS?: DurableObjectNamespace<RangeInvocations & Rpc.DurableObjectBranded>
  /** Id of the partner in the rows of its daily files; needed for them. */
  readonly PARTNER_ID?: string
  /**
   * Name of the partner in the names of the daily files, letters and digits; PARTNER_ID when left
   * out.
   */
  readonly PARTNER_TOKEN?: string
  /**
   * Name of the service in the names of the daily files, letters and digits; `SERVICE` when left
   * out. Assumes G-168.
   */
  readonly SERVICE_TOKEN?: string
  /** Checksum profile of the daily files; `record` when left out. */
  readonly CHECKSUM_PROFILE?: string
  /** Case of the hex digits of written checksums; `lower` when left out. Both are read. */
  readonly CHECKSUM_CASE?: string
  /** Which daily files have a header row: `none`, `service`, `partner` or `both`. */
  readonly HEADER_ROWS?: string
  /** Language of the report of a compared day, `en` or `vi`; `en` when left out. */
  readonly REPORT_LANGUAGE?: string
  /** Key of the checksums of the daily files; needed for them. */
  readonly CHECKSUM_KEY?: string
  /** The previous CHECKSUM_KEY, while files may have rows with its checksum. */
  readonly CHECKSUM_KEY_PREVIOUS?: string
  /**
   * Minutes for which money may be held before an alert is raised; it is released after twice this
   * time. 1440 when left out.
   */
  readonly HOLD_MINUTES?: string
  /**
   * Days after which customers, phones and texts are erased from settled rows, at least 35; kept
   * for ever when left out.
   */
  readonly PERSONAL_DATA_DAYS?: string
  /**
   * Days after which delivered events and confirmed callbacks are deleted, at least 7; kept for
   * ever when left out.
   */
  readonly EVENT_DAYS?: string
  /** Origin of the ipn Worker. */
  readonly IPN_URL: string
  /** Origin of the checkout Worker. */
  readonly CHECKOUT_URL: string
  /** Where the shop's backend receives webhooks about orders and transfers. */
  readonly WEBHOOK_URL?: string
  /**
   * Further endpoints, as JSON:
   * `[{"id":"on-call","url":"https://...","events":["alert.*"], "secrets":["ON_CALL_SECRET"]}]`.
   * `secrets` names secrets of this Worker; every one of them signs.
   */
  readonly WEBHOOK_ENDPOINTS?: string
  /** Origins to which the return page may lead, separated by commas. */
  readonly RETURN_ORIGINS?: string
  /**
   * Origins of the hosted payment page and of the page that links a wallet, separated by commas;
   * any https origin when left out.
   */
  readonly PAYMENT_ORIGINS?: string
  /**
   * The merchant's private key, and the key code under which the service knows its public half, as
   * JSON: `{"keyCode":"...","privateKey":"-----BEGIN PRIVATE KEY-----\n..."}`. One value, because
   * both must match.
   */
  readonly MERCHANT_KEY: string
  readonly CALLBACK_SECRET: string
  /** The previous CALLBACK_SECRET, while callbacks to addresses made with it may still arrive. */
  readonly CALLBACK_SECRET_PREVIOUS?: string
  /** Signs events for WEBHOOK_URL: `whsec_` or `whsk_` and base64. */
  readonly WEBHOOK_SECRET?: string
  /** Also signs these events while WEBHOOK_SECRET is rotated. */
  readonly WEBHOOK_SECRET_PREVIOUS?: string
  /**
   * Seals (encrypts) the tokens of linked wallets, at least 16 characters; without it no wallet can
   * be linked.
   */
  readonly LINK_SECRET?: string
  /** The previous LINK_SECRET, while tokens are sealed with it. */
  readonly LINK_SECRET_PREVIOUS?: string
}
