import type { CallbackVerifier } from '@merchant-edge/callback'
import type { Clock } from '@merchant-edge/orders'
import { readCallbackToken, type CallbackRecord } from '@merchant-edge/orders/callbacks'
import { asAnswerStatus, type AnswerStatus } from './answer.ts'
import type { PathBinding } from './ipn-path.ts'

/** A request to the callback address, not verified yet. */
export interface ArrivedCallback {
  /** The address exactly as it was requested. */
  readonly rawUrl: string
  /** Our own part of the path; without it no callback is believed. */
  readonly path: PathBinding | undefined
}

/** Keys, secrets and clock for verifying a callback. */
export interface Trust {
  readonly verifier: CallbackVerifier
  /** Secrets of the token in the path, the current one first. */
  readonly callbackSecrets: readonly string[]
  /** Clock that decides which keys are currently valid. */
  readonly clock: Pick<Clock, 'now'>
}

/** A verified callback with our order, which the token of the path proves. */
type BoundCallback = CallbackRecord & { readonly reference: string; readonly amountVnd: number }

/** A verified callback, or the reason of its rejection. */
export type CallbackReading =
  | { readonly believed: true; readonly record: BoundCallback; readonly spacesRestored: boolean }
  | { readonly believed: false; readonly reason: string; readonly status: AnswerStatus }

/** The amount proven by the token of the path, made with the current or the previous secret. */
async function amountOf(
  { reference, token }: PathBinding,
  secrets: readonly string[],
): Promise<number | undefined> {
  for (const secret of secrets) {
    const amountVnd = await readCallbackToken(secret, reference, token)
    if (amountVnd !== undefined) return amountVnd
  }
  return undefined
}

/**
 * Decides whether a callback is genuine and of an order of ours, cheap checks first: the token of the
 * path, the form of the query, and only then the signature. The signature alone is not enough: the
 * service signs the callbacks of all merchants with one key, so that another merchant has any number
 * of signed callbacks.
 *
 * @see Specification 5.4 and 6.1
 */
export async function readCallback(
  { rawUrl, path }: ArrivedCallback,
  { verifier, callbackSecrets, clock }: Trust,
): Promise<CallbackReading> {
  if (path === undefined) return { believed: false, reason: 'token_missing', status: 401 }
  const { reference } = path
  const amountVnd = await amountOf(path, callbackSecrets)
  if (amountVnd === undefined) return { believed: false, reason: 'token_differs', status: 401 }
  const verdict = await verifier.verify(rawUrl, Math.floor(clock.now() / 1000))
  if (!verdict.verified) {
    return { believed: false, reason: verdict.reason, status: asAnswerStatus(verdict.status) }
  }
  const { signed, unsignedFields, keyId, spacesRestored } = verdict
  return {
    believed: true,
    record: { reference, amountVnd, keyId, signed, unsignedFields },
    spacesRestored,
  }
}
