import type { LinkedPaymentOutcome } from '@merchant-edge/orders/api'
import { otpRules } from '@merchant-edge/orders/rules'
import type { Context } from 'hono'
import { BodyError, bodyType, readBody } from '../api/read-body.ts'
import type { CheckoutEnv } from '../checkout-env.ts'
import { renderBadForm } from '../pages/error-page.ts'
import type { Locale } from '../pages/locale.ts'
import type { LinkedNotice } from './linked-page.ts'

/** What a customer wants by a form of the page. */
export type Wish =
  /** Pay with the wallet. */
  | { readonly kind: 'payment'; readonly points: number | undefined }
  /** Confirm with the one-time code. */
  | { readonly kind: 'code'; readonly otp: string }
  /** Be sent another one-time code. */
  | { readonly kind: 'new_code' }

const maxFormBytes = 4_096
const formFields: ReadonlySet<string> = new Set(['key', 'otp', 'points', 'newCode'])

/** Reads the form of the page; returns the answer that refuses it when it is not valid. */
export async function readForm(
  c: Context<{ Bindings: CheckoutEnv }>,
  locale: Locale,
): Promise<ReadonlyMap<string, string> | Response> {
  if (bodyType(c) !== 'application/x-www-form-urlencoded') {
    return renderBadForm(c, locale, 415)
  }
  let bytes: Uint8Array
  try {
    bytes = await readBody(c, maxFormBytes)
  } catch (error) {
    if (!(error instanceof BodyError)) throw error
    const status = { too_large: 413, too_slow: 408, broken_off: 400 } as const
    return renderBadForm(c, locale, status[error.problem])
  }
  const fields = [...new URLSearchParams(new TextDecoder().decode(bytes))]
  const form = new Map(fields)
  const isKnown = fields.every(([field]) => formFields.has(field))
  if (isKnown && form.size === fields.length) return form
  return renderBadForm(c, locale, 400)
}

/** Parses the typed points; `undefined` for none. */
function readPoints(text = ''): number | 'wrong' | undefined {
  const typed = text.trim()
  if (/^0*$/.test(typed)) return undefined
  return /^\d{1,9}$/.test(typed) ? Number(typed) : 'wrong'
}

/** What the customer wants, or the notice about what is wrong with it. */
export function readWish(form: ReadonlyMap<string, string>): Wish | 'wrong' | 'points' {
  if (form.has('newCode')) return { kind: 'new_code' }
  const otp = form.get('otp')?.replaceAll(/[\s-]/g, '')
  if (otp !== undefined) return otpRules.otp.pattern.test(otp) ? { kind: 'code', otp } : 'wrong'
  const points = readPoints(form.get('points'))
  return points === 'wrong' ? 'points' : { kind: 'payment', points }
}

/**
 * Notice about a form without success; none when the next step shows it.
 *
 * @param sent what the customer sent
 */
export function noticeAfter(
  outcome: LinkedPaymentOutcome,
  sent: Wish['kind'],
): LinkedNotice | undefined {
  if (outcome.outcome === 'failed') {
    return outcome.reason === 'too_many_points' ? 'points' : 'failed'
  }
  if (outcome.outcome === 'otp_needed') {
    if (outcome.wasWrong) return 'wrong'
    if (sent === 'new_code') return 'new_code'
    return sent === 'code' ? 'unchecked' : undefined
  }
  return outcome.outcome === 'busy' ? 'not_done' : undefined
}
