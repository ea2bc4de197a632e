import { environmentNames } from '@merchant-edge/pages'
import { checksumProfiles } from '@merchant-edge/reconcile'
import * as v from 'valibot'
import { foreignRules } from './foreign-rules.ts'
import { serviceDifferences } from './service-differences.ts'
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
  HEADER_ROWS: v.pipe(
    optionalText,
    v.optional(
      v.picklist(['none', 'service', 'partner', 'both'], 'must be none, service, partner or both'),
    ),
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
