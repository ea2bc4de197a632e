import { hasAtMostCharacters } from '@merchant-edge/contract/limits'
import { checkArguments } from '@merchant-edge/signing/options'

/**
 * Extra information of an order, for the service, which returns it in the callback. @see
 * Specification 2.5
 */
export interface ExtraData {
  /** `partner_code`; when left out, the configured partner code, if any. */
  readonly partnerCode?: string
  /**
   * `order_info`: JSON as text, an object, or a list of items that are objects; at most 2,000
   * characters, and 6,000 when it is escaped for the address of a callback.
   */
  readonly orderInfo: string
}

/** Maximum characters of `orderInfo`; the specification names no limit. Assumes G-158. */
export const maxOrderInfoChars = 2_000

/**
 * Maximum characters of `orderInfo` when escaped in the address of the callback, where a quote
 * takes six characters and a Vietnamese letter up to nine. A callback address of more than 8,192
 * characters is rejected, and with it the whole callback.
 */
const maxEscapedChars = 6_000

const partnerCodePattern = /^[\x21-\x7E]{1,64}$/

/** Rule of a partner code, as a text that follows its name. */
export const partnerCodeDemand = 'must be 1 to 64 printable ASCII characters without spaces'

/** Rule of `orderInfo`, as a text that follows its name. */
export const orderInfoDemand = `must be text of at most ${maxOrderInfoChars} characters, ${maxEscapedChars} as they are escaped for an address, that holds JSON: an object, or a list of objects`

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Whether a text is a partner code. */
export function isPartnerCode(text: string): boolean {
  checkArguments('isPartnerCode', {}, { text })
  return partnerCodePattern.test(text)
}

/** Whether a text is JSON as in Specification 2.5: an object, or a list of items. */
export function isOrderInfo(text: string): boolean {
  checkArguments('isOrderInfo', {}, { text })
  if (!hasAtMostCharacters(text, maxOrderInfoChars) || !text.isWellFormed()) return false
  // It is sent as a text inside JSON.
  if (encodeURIComponent(JSON.stringify(text)).length > maxEscapedChars) return false
  try {
    const info: unknown = JSON.parse(text)
    return Array.isArray(info) ? info.every((item) => isObject(item)) : isObject(info)
  } catch {
    return false
  }
}

/**
 * Checks the extra information of an order.
 *
 * @throws TypeError that names the field
 */
export function requireExtraData({ partnerCode, orderInfo }: ExtraData): void {
  if (partnerCode !== undefined && !isPartnerCode(partnerCode)) {
    throw new TypeError(`The order's extraData.partnerCode ${partnerCodeDemand}.`)
  }
  if (!isOrderInfo(orderInfo)) {
    throw new TypeError(`The order's extraData.orderInfo ${orderInfoDemand}.`)
  }
}
