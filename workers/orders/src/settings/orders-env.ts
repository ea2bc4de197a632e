import type { RangeInvocations } from '@merchant-edge/orders/daily-files'
import { environmentNames } from '@merchant-edge/pages'
import { checksumProfiles } from '@merchant-edge/reconcile'
import * as v from 'valibot'
import { foreignRules } from './foreign-rules.ts'
import type { OutboxKeys } from '../outbox-queue.ts'
import { serviceDifferences, type ServiceDifferences } from './service-differences.ts'
import { storeList } from './store-list.ts'
import { endpointList } from './webhook-endpoints.ts'

const isOrigin = (value: string): boolean => URL.parse(value)?.origin === value
const origin = v.pipe(
  v.string(),
  v.check(isOrigin, 'must be an origin such as https://example.com'),
)
const address = v.pipe(
  v.string(),
  v.check((value) => URL.canParse(value), 'must be an absolute address'),
)
const text = v.pipe(v.string(), v.minLength(1, 'is empty'))
/** Secret of tokens and seals; it must not be guessable. */
const secretText = v.pipe(text, v.minLength(16, 'must have 16 characters at least'))
const origins = v.pipe(
  v.optional(v.string(), ''),
  v.transform((list) =>
    list
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== ''),
  ),
  v.array(origin),
)

/** Optional setting of linked wallets or transfers; empty counts as left out. */
const optionalText = v.optional(
  v.pipe(
    v.string(),
    v.transform((code) => (code === '' ? undefined : code)),
  ),
)

/** MERCHANT_KEY, read but not imported. */
export const merchantKeySchema = v.pipe(
  text,
  v.parseJson(undefined, 'must be JSON: {"keyCode":"...","privateKey":"..."}'),
  v.strictObject(
    { keyCode: text, privateKey: text },
    'must have keyCode and privateKey, and nothing else',
  ),
)

const optionalVnd = v.pipe(
  optionalText,
  v.optional(
    v.pipe(
      v.string(),
      v.regex(/^[1-9]\d{0,14}$/, 'must be whole VND, digits only'),
      v.transform(Number),
    ),
  ),
)

const profileNames = Object.values(checksumProfiles).map(({ name }) => name)

/** Whole days with a minimum; kept for ever when empty. */
function daysFrom(min: number) {
  return v.pipe(
    optionalText,
    v.optional(
      v.pipe(
        v.string(),
        v.regex(/^[1-9]\d{0,4}$/, `must be whole days, ${min} to 99999`),
        v.transform(Number),
        v.minValue(min, `must be whole days, ${min} to 99999`),
      ),
    ),
  )
}

/** A name in the names of the daily files. */
const tokenInFileNames = v.pipe(
  optionalText,
  v.optional(
    v.pipe(v.string(), v.regex(/^[A-Za-z0-9]{1,32}$/, 'must be 1 to 32 letters and digits')),
  ),
)

const fields = v.object({
  ENVIRONMENT: v.picklist(environmentNames),
  SERVICE_URL: origin,
  SERVICE_PAYMENT_URL: v.pipe(optionalText, v.optional(origin)),
  STORE_CODE: text,
  POS_CODE: optionalText,
  STORES: v.pipe(optionalText, v.optional(storeList)),
  FOREIGN_ROWS: v.pipe(optionalText, v.optional(foreignRules)),
  PARTNER_CODE: optionalText,
  MERCHANT_CODE: optionalText,
  MERCHANT_ACCOUNT_ID: optionalText,
  TRANSFER_LIMIT_VND: optionalVnd,
  TRANSFER_DAY_LIMIT_VND: optionalVnd,
  TRANSFER_LOW_BALANCE_VND: optionalVnd,
  APPROVAL_LIMIT_VND: optionalVnd,
  // Any text pauses: a misspelt one must stop neither the pause nor the payments.
  MONEY_PAUSED: optionalText,
  LOYALTY_BUSINESS_CODE: optionalText,
  LOYALTY_PROGRAM_CODE: optionalText,
  ...serviceDifferences,
  HOLD_MINUTES: v.pipe(
    optionalText,
    v.optional(
      v.pipe(
        v.string(),
        v.regex(/^[1-9]\d{0,5}$/, 'must be whole minutes, 1 to 999999'),
        v.transform(Number),
      ),
    ),
  ),
  PERSONAL_DATA_DAYS: daysFrom(35),
  EVENT_DAYS: daysFrom(7),
  LINK_SECRET: v.optional(secretText),
  LINK_SECRET_PREVIOUS: v.optional(secretText),
  PARTNER_ID: v.pipe(
    optionalText,
    v.optional(v.pipe(v.string(), v.maxLength(50, 'must have 50 characters at most'))),
  ),
  PARTNER_TOKEN: tokenInFileNames,
  SERVICE_TOKEN: tokenInFileNames,
  CHECKSUM_PROFILE: v.pipe(
    optionalText,
    v.optional(v.picklist(profileNames, `must be one of ${profileNames.join(', ')}`)),
  ),
  CHECKSUM_CASE: v.pipe(
    optionalText,
    v.optional(v.picklist(['lower', 'upper'], 'must be lower or upper')),
  ),
  REPORT_LANGUAGE: v.pipe(optionalText, v.optional(v.picklist(['en', 'vi'], 'must be en or vi'))),
  CHECKSUM_KEY: v.optional(v.pipe(text, v.maxBytes(1024, 'must have 1024 bytes at most'))),
  CHECKSUM_KEY_PREVIOUS: v.optional(v.pipe(text, v.maxBytes(1024, 'must have 1024 bytes at most'))),
  IPN_URL: origin,
  CHECKOUT_URL: origin,
  WEBHOOK_URL: v.pipe(optionalText, v.optional(address)),
  WEBHOOK_ENDPOINTS: v.pipe(optionalText, v.optional(endpointList)),
  RETURN_ORIGINS: origins,
  PAYMENT_ORIGINS: origins,
  MERCHANT_KEY: merchantKeySchema,
  CALLBACK_SECRET: secretText,
  CALLBACK_SECRET_PREVIOUS: v.optional(secretText),
  WEBHOOK_SECRET: optionalText,
  WEBHOOK_SECRET_PREVIOUS: optionalText,
})

/**
 * Every variable and secret that this Worker reads, except the keys that WEBHOOK_ENDPOINTS names.
 */
export const settingNames: readonly string[] = Object.keys(fields.entries)

/**
 * What is set about webhooks, which is looked at together also when something else is malformed.
 */
export const webhookSchema = v.pick(fields, [
  'WEBHOOK_URL',
  'WEBHOOK_ENDPOINTS',
  'WEBHOOK_SECRET',
  'WEBHOOK_SECRET_PREVIOUS',
])

/** Schema of each variable and secret, and of both transfer limits together. */
export const settingsSchema = v.pipe(
  fields,
  v.forward(
    v.partialCheck(
      [['TRANSFER_LIMIT_VND'], ['TRANSFER_DAY_LIMIT_VND']],
      ({ TRANSFER_LIMIT_VND: one = 0, TRANSFER_DAY_LIMIT_VND: day = one }) => one <= day,
      'must not be less than TRANSFER_LIMIT_VND',
    ),
    ['TRANSFER_DAY_LIMIT_VND'],
  ),
)

/** Variables and secrets of the orders Worker, checked. */
export interface OrdersSettings extends v.InferOutput<typeof settingsSchema> {}

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
