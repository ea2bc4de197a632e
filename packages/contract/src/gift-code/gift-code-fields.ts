import * as v from 'valibot'
import { OpenObject } from '../fields/open-object.ts'
import { noted } from '../fields/noted.ts'
import { ReceivedText } from '../fields/received.ts'
import { UnixSecondsOfEitherUnit } from '../fields/time.ts'
import * as limits from '../limits.ts'

/**
 * Largest answer with gift codes that is read, in bytes: some 20,000 codes that are encrypted for a
 * key of 4096 bits, or 100,000 in plain text. The service names no limit.
 */
export const giftCodeAnswerBytes = 16 * 1024 * 1024

/** A face value in thousand VND as text of digits, 50 to 10,000. */
export const CardType = v.pipe(
  v.string('must be a string of digits'),
  v.regex(/^[1-9]\d*$/, 'must be thousands of VND, in digits only'),
  v.check((value) => {
    const thousands = Number(value)
    return thousands >= limits.minCardType && thousands <= limits.maxCardType
  }, `must be ${limits.minCardType} to ${limits.maxCardType} thousand VND`),
)

/** Face values to query; the service answers for each of them. */
export const CardTypes = v.pipe(
  v.array(CardType, 'must be a list of face values'),
  v.minLength(1, 'must name a face value at least'),
)

/** Which gift codes are taken out of stock, by face value. */
export const GiftCodeItems = v.pipe(
  v.array(
    v.object({
      /** Face value in thousand VND. */
      card_type: CardType,
      /** How many codes, 1 or more. */
      quantity: v.pipe(
        v.number('must be a number'),
        v.safeInteger('must be a whole number'),
        v.minValue(1, 'must be greater than 0'),
      ),
    }),
    'must be a list of items',
  ),
  v.minLength(1, 'must hold an item at least'),
)

const count = v.union([v.number(), v.pipe(v.string(), v.regex(/^\d{1,9}$/), v.transform(Number))])

/** Assumes G-16: it comes as text or as an object; here it decides nothing (G-167). */
const notedExtraData = noted(
  v.union([
    v.string(),
    v.pipe(
      OpenObject,
      v.transform((value) => JSON.stringify(value)),
    ),
  ]),
)

/** How many codes of each face value are in stock. Assumes G-15 and G-18. */
export const giftCodeStock = v.optional(
  v.array(
    v.object({
      /** Face value in thousand VND. */
      card_type: v.union([v.string(), v.pipe(v.number(), v.transform(String))]),
      /** How many codes are left. */
      quantity: v.pipe(count, v.safeInteger(), v.minValue(0)),
    }),
  ),
  [],
)

/**
 * Schema of the answer about an order of gift codes: when it was made, and its codes by face value.
 */
export const giftCodeOrder = v.object({
  // Assumes G-07.
  /** When the codes were taken, in seconds since 1970. */
  created_at: v.optional(v.nullable(UnixSecondsOfEitherUnit)),
  /** Extra information that the merchant sent with the order. */
  extra_data: notedExtraData,
  /** The merchant's own id of the order. */
  merchant_order_id: ReceivedText,
  /** The codes, by face value. */
  order_info: v.array(
    v.object({
      /** Face value in thousand VND. */
      card_type: v.union([v.string(), v.pipe(v.number(), v.transform(String))]),
      /** One entry per code. */
      cards: v.array(
        v.object({
          /**
           * Code that the customer types to top up; a secret, encrypted if that was agreed (G-28).
           */
          code: v.string(),
          /** Last day on which the code works, `yyyy-MM-dd`. */
          expire_date: noted(v.string()),
          /** Number under which the code can be traced; no secret. */
          serial: noted(v.string()),
        }),
      ),
    }),
  ),
})

/** Whether a code is used; missing when the service does not know the code. Assumes G-18. */
export const giftCodeState = v.optional(
  v.object({
    /** `ACTIVE` or `USED`. */
    status: v.string(),
    /** Last day on which the code works, `yyyy-MM-dd`. */
    expire_date: noted(v.string()),
  }),
)

type StockFields = v.InferOutput<typeof giftCodeStock>
type OrderFields = v.InferOutput<typeof giftCodeOrder>
/** Gift codes in stock by face value. @see Specification 2.10 */
export interface GiftCodeStock extends StockFields {}
/**
 * The codes that one order of the merchant took out of stock, by face value; the codes themselves
 * are secrets.
 *
 * @see Specification 2.10
 */
export interface GiftCodeOrder extends OrderFields {}
/** The state of one code, or nothing when the code does not exist. @see Specification 2.10 */
export type GiftCodeState = v.InferOutput<typeof giftCodeState>
