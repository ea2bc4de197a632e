import * as v from 'valibot'
import { noted } from './fields/noted.ts'

const metaSchema = v.object({
  code: v.pipe(v.number(), v.safeInteger()),
  // These decide nothing, so they never make an answer unreadable. Assumes G-167.
  message: noted(v.string()),
  // Assumes G-14: one refund sample has the message under the key `string`.
  string: noted(v.string()),
  request_id: v.optional(v.unknown()),
})

const envelopeSchema = v.object({ meta: metaSchema, data: v.optional(v.unknown()) })

/** An answer of the merchant API before its `data` is validated. */
export interface Envelope {
  /** `meta.code`: 200, a 2xxxxxx success code, or a refusal. */
  readonly code: number
  /** The service's own words; empty when it sent none. */
  readonly message: string
  /**
   * `meta.request_id`, by which support finds the request; undefined when none came.
   *
   * @see Specification 4.11
   */
  readonly requestId: string | undefined
  /** `data`; null, an empty object and an absent key are all read as `undefined`. */
  readonly data: unknown
}

function isEmpty(data: unknown): boolean {
  if (data === null || data === undefined) return true
  return typeof data === 'object' && !Array.isArray(data) && Object.keys(data).length === 0
}

/**
 * Reads the envelope of an answer. Assumes G-14 and G-18.
 *
 * @param json the parsed JSON of the answer
 * @returns the envelope, or `undefined` when this is not an answer of the merchant API
 *
 * @example
 * ```ts
 * import { readEnvelope } from '@merchant-edge/contract/envelope'
 *
 * const envelope = readEnvelope({ meta: { code: 200, message: 'ok' }, data: {} })
 * if (envelope?.code !== 200 || envelope.data !== undefined) throw new Error('Empty data is no data.')
 * if (readEnvelope({ error: 'from a proxy' }) !== undefined) throw new Error('This has no envelope.')
 * ```
 * @see Specification 2
 */
export function readEnvelope(json: unknown): Envelope | undefined {
  const parsed = v.safeParse(envelopeSchema, json)
  if (!parsed.success) return undefined
  const { meta, data } = parsed.output
  const { request_id: id } = meta
  return {
    code: meta.code,
    message: meta.message ?? meta.string ?? '',
    // Beyond 2^53 the number that was parsed is another one than the service sent.
    requestId: typeof id === 'string' || Number.isSafeInteger(id) ? String(id) : undefined,
    data: isEmpty(data) ? undefined : data,
  }
}
