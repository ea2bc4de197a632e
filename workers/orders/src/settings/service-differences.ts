import type { ClientOptions } from '@merchant-edge/client'
import * as v from 'valibot'

/** A variable that may be empty, which counts as left out. */
function orEmpty<Output>(schema: v.GenericSchema<string, Output>) {
  return v.optional(
    v.pipe(
      v.string(),
      v.transform((text) => (text === '' ? undefined : text)),
      v.optional(schema),
    ),
  )
}

const paths = v.record(
  v.string(),
  v.pipe(
    v.string(),
    v.regex(/^\/(merchant|oh)-integration\/[^?#\s]*$/, 'must be paths of the service'),
  ),
)

const names = v.pipe(
  v.string(),
  v.regex(/^[a-z_]+( *, *[a-z_]+)*$/, 'must be names of fields, separated by commas'),
  v.transform((list) => list.split(',').map((name) => name.trim())),
)

const paymentMethod = v.pipe(
  v.string(),
  v.regex(/^[A-Za-z0-9_-]{1,32}$/, 'must be 1 to 32 characters of A-Z a-z 0-9 _ -'),
)

const orderStatus = v.pipe(v.string(), v.maxLength(64), v.regex(/^[^|]+$/, 'must be without "|"'))

/**
 * Variables for services that differ from the defaults of docs/gaps.md: one for each assumption
 * that decides whether a call is accepted. Each may be empty. Assumes G-01, G-03, G-04, G-05, G-06,
 * G-17, G-36, G-37, G-39 and G-134.
 */
export const serviceDifferences = {
  /** `true` when the query of a GET is part of the signed text. Assumes G-01. */
  SIGN_QUERY: orEmpty(
    v.pipe(
      v.picklist(['true', 'false'], 'must be true or false'),
      v.transform((text) => text === 'true'),
    ),
  ),
  /** Where the gateway takes its parameters. Assumes G-03. */
  GATEWAY_PARAMETERS: orEmpty(v.picklist(['headers', 'body'], 'must be headers or body')),
  /** Encoding of the signature in a body. Assumes G-04. */
  BODY_SIGNATURES: orEmpty(
    v.picklist(['base64', 'base64url', 'hex'], 'must be base64, base64url or hex'),
  ),
  /** The signed value for points when a payment has none. Assumes G-05. */
  NO_POINTS: orEmpty(v.literal('0', 'must be 0, or empty')),
  /** `method` of the item of a payment that pays with money; WALLET when left out. Assumes G-06. */
  WALLET_METHOD: orEmpty(paymentMethod),
  /** `method` of the item that pays with points; POINT when left out. Assumes G-06. */
  POINT_METHOD: orEmpty(paymentMethod),
  /** Paths that differ, as JSON by the name of the call. Assumes G-17. */
  SERVICE_PATHS: orEmpty(v.pipe(v.string(), v.parseJson(undefined, 'must be JSON'), paths)),
  /** Whether linked-account calls carry signed headers. Assumes G-36. */
  LINKED_ACCOUNT_HEADERS: orEmpty(v.picklist(['signed', 'none'], 'must be signed or none')),
  /** The value by which check-status-link-wallet names a link. Assumes G-37. */
  LINK_REFERENCE: orEmpty(
    v.picklist(['link_id', 'partner_user_id'], 'must be link_id or partner_user_id'),
  ),
  /** `order_status` that captures held money; SUCCESS when left out. Assumes G-39. */
  CAPTURE_STATUS: orEmpty(orderStatus),
  /** `order_status` that releases held money; FAIL when left out. Assumes G-39. */
  RELEASE_STATUS: orEmpty(orderStatus),
  /** Fields of a payment that belong into the items of its list. Assumes G-134. */
  PURCHASE_FIELDS: orEmpty(names),
} as const

const differences = v.object(serviceDifferences)

/** The parsed differences of the service. */
export type ServiceDifferences = v.InferOutput<typeof differences>

/** The corresponding options of the client. */
export function optionsOf(settings: ServiceDifferences): Partial<ClientOptions> {
  const { SIGN_QUERY, GATEWAY_PARAMETERS, BODY_SIGNATURES, NO_POINTS } = settings
  const { SERVICE_PATHS, LINKED_ACCOUNT_HEADERS, POINT_METHOD, PURCHASE_FIELDS } = settings
  return {
    ...(SIGN_QUERY !== undefined && { signQuery: SIGN_QUERY }),
    ...(GATEWAY_PARAMETERS !== undefined && { gatewayParameters: GATEWAY_PARAMETERS }),
    ...(BODY_SIGNATURES !== undefined && { bodySignatures: BODY_SIGNATURES }),
    ...(NO_POINTS !== undefined && { noPoints: NO_POINTS }),
    ...(POINT_METHOD !== undefined && { pointMethod: POINT_METHOD }),
    ...(SERVICE_PATHS !== undefined && { paths: SERVICE_PATHS }),
    ...(LINKED_ACCOUNT_HEADERS !== undefined && { linkedAccountHeaders: LINKED_ACCOUNT_HEADERS }),
    ...(PURCHASE_FIELDS !== undefined && { purchaseFields: PURCHASE_FIELDS }),
  }
}
