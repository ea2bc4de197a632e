import * as limits from '@merchant-edge/contract/limits'
import * as v from 'valibot'

const seconds = v.pipe(v.number('must be seconds'), v.safeInteger('must be whole'), v.minValue(1))

/** Rules of the identity server that the specification leaves open. Assumes G-20, G-21. */
const identityRules = v.strictObject({
  /**
   * Profile: the server that the discovery document points to, or one that follows the standards
   * strictly.
   */
  profile: v.optional(v.picklist(['hydra-1.4', 'strict']), 'hydra-1.4'),
  /** Life of an access token. @see Specification 5.5 */
  accessTokenSeconds: v.optional(seconds, 3600),
  /** Life of a refresh token: 720 hours. @see Specification 5.5 */
  refreshTokenSeconds: v.optional(seconds, 720 * 3600),
  idTokenSeconds: v.optional(seconds, 3600),
  /** Life of an authorization code. */
  codeSeconds: v.optional(seconds, 600),
  /** Time in which a customer must sign in and consent. */
  requestSeconds: v.optional(seconds, 1800),
  /** How long a sign-in is remembered. */
  rememberSeconds: v.optional(seconds, 30 * 24 * 3600),
  /** Whether user-info also reads `Authorization`; the profile decides when left out. */
  userInfoAuthorization: v.optional(v.boolean()),
  /** Whether every code needs PKCE; the profile decides when left out. */
  requirePkce: v.optional(v.boolean()),
  /**
   * What the second use of a refresh token does: `legacy` only refuses it, `modern` also revokes
   * the grant. The profile decides when left out.
   */
  refreshReuse: v.optional(v.picklist(['legacy', 'modern'])),
})

/** Rules of the identity server that the specification leaves open. */
export interface IdentityRules extends v.InferOutput<typeof identityRules> {}

const count = v.pipe(v.number('must be a number'), v.safeInteger('must be whole'), v.minValue(0))

/**
 * Rules of the service that the specification leaves open. Assumes G-01, G-08, G-27, G-36,
 * G-125 and G-168.
 */
export const rules = v.strictObject({
  /** What one point is worth, in whole VND. */
  pointValueVnd: v.optional(v.pipe(count, v.minValue(1)), 1000),
  /**
   * How requests are read: `lenient` like the real service, `strict` by the letter of the
   * specification. `strict` refuses a field that is null, empty, of another type or none of the
   * call's, and a parameter of a query that is given twice, and requires `phone_no` in a top-up over
   * the gateway. Assumes G-15, G-16, G-19, G-135, G-136, G-169 and G-170.
   */
  profile: v.optional(v.picklist(['lenient', 'strict']), 'lenient'),
  /**
   * Wallet money above which a payment needs a one-time code, in whole VND; with 0 every payment
   * with money needs one. @see Specification 1
   */
  otpAboveVnd: v.optional(count, 100_000),
  /** Refundable period in days after the day of the payment; it ends at the cut-off time. */
  refundDays: v.optional(count, 1),
  /** Last moment of the refundable period, Vietnam time, `HH:MM:SS`. */
  refundCutOff: v.optional(
    v.pipe(v.string(), v.regex(/^([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/, 'must be HH:MM:SS')),
    '09:09:59',
  ),
  /** Seconds until the second half of a refund that was answered 2000801 or 2000802. */
  refundSettleSeconds: v.optional(count, 60),
  /** Minutes in which a customer may confirm a link. Assumes G-50. */
  linkMinutes: v.optional(v.pipe(count, v.minValue(1)), 15),
  /**
   * Form of the order ids: `dated` is a date, the letter T and digits, as in Specification 2.1;
   * `plain` is 16 digits alone. Assumes G-125.
   */
  orderIds: v.optional(v.picklist(['dated', 'plain']), 'dated'),
  /** Whether the query string belongs to the signed text of a GET. */
  signQuery: v.optional(v.boolean(), false),
  /**
   * How linked-account calls are authenticated: `signed` by the headers of section 5.1 and the
   * signature in the body, `none` by the signature in the body alone, with or without headers.
   * Assumes G-36.
   */
  linkedAccountHeaders: v.optional(v.picklist(['signed', 'none']), 'signed'),
  /**
   * Token of the service in the names of the daily files: letters and digits, not the code of a
   * partner. Assumes G-168.
   */
  serviceToken: v.optional(
    v.pipe(v.string(), v.regex(/^[A-Za-z0-9]{1,32}$/, 'must be 1 to 32 letters and digits')),
    'SERVICE',
  ),
  /**
   * What happens to a first row of column names in a partner's daily file: it is reported as a row
   * that cannot be read, or skipped. Assumes G-23.
   */
  partnerHeader: v.optional(v.picklist(['refuse', 'skip']), 'refuse'),
  /** Seconds for which the fault `hang` holds the connection. */
  hangSeconds: v.optional(v.pipe(count, v.maxValue(600)), 60),
  /** Smallest transfer to a customer, in VND; less is refused with 4000515. */
  minTransferVnd: v.optional(count, 10_000),
  /** Largest transfer to a customer, in VND; more is refused with 4000516. */
  maxTransferVnd: v.optional(count, 20_000_000),
  /** Seconds that a bank transfer takes to a merchant's wallet account. */
  bankTransferSeconds: v.optional(count, 60),
  /**
   * Effect of revoking a voucher. `reopens` undoes its use, so that the customer may present it
   * again. `withdraws` permanently ends an unused voucher.
   */
  voucherRevoke: v.optional(v.picklist(['reopens', 'withdraws']), 'reopens'),
  /**
   * Public holidays besides those of the labour code, `YYYY-MM-DD`, such as substitute days off.
   */
  extraHolidays: v.optional(v.array(v.pipe(v.string(), v.isoDate('must be YYYY-MM-DD'))), []),
  /** Limits of top-ups of points. Assumes G-27 and G-42. */
  topUp: v.optional(
    v.strictObject({
      /** Whether the campaign is open. */
      isCampaignOpen: v.optional(v.boolean(), true),
      /** Maximum number of points that a merchant may give away in total. */
      campaignPoints: v.optional(count, 1_000_000_000),
      /** Maximum number of points for a member in a day, Vietnam time. */
      memberDayPoints: v.optional(count, 100_000_000),
      /** Maximum number of points in one top-up. */
      transactionPoints: v.optional(count, limits.maxTopUpPoints),
    }),
    {},
  ),
  /** Rules of the identity server. */
  identity: v.optional(identityRules, {}),
  /** Text of pay_status while an order is not paid. */
  payStatus: v.optional(
    v.strictObject({
      open: v.optional(v.string(), 'INIT'),
      processing: v.optional(v.string(), 'PROCESSING'),
      failed: v.optional(v.string(), 'FAIL'),
      expired: v.optional(v.string(), 'EXPIRED'),
    }),
    {},
  ),
})

/** How requests are read: as the real service does, or by the letter. */
export type ApiProfile = v.InferOutput<typeof rules>['profile']

/** Rules of the service that the specification leaves open. */
export interface Rules extends v.InferOutput<typeof rules> {}

/** Rules as they are set; what is left out takes its default. */
export interface RulesInput extends v.InferInput<typeof rules> {}

/** The rules of a fresh sandbox. */
export const defaultRules: Rules = v.parse(rules, {})
