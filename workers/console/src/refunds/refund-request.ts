import { readTypedNumber } from '@merchant-edge/pages'
import { readReason } from '../forms/reason.ts'
import type { PaymentToReturn } from './payments-to-return.ts'

/** The typed fields of the refund form. */
export interface TypedRefund {
  readonly transactionId: string
  readonly vnd: string
  readonly points: string
  readonly reason: string
  /** The version of the order that the form was made from. */
  readonly version: string
}

/** A valid refund request. */
export interface RefundRequest {
  readonly payment: PaymentToReturn
  readonly vnd: number
  readonly points: number
  readonly reason: string
  readonly version: number
}

/** Invalid fields of the form, each with the key of its error message. */
export type RefundProblems = ReadonlyMap<
  keyof TypedRefund,
  'payment' | 'sum' | 'tooMuch' | 'nothing' | 'reason'
>

/** The fields of the form as the operator has typed them. */
export function typedRefund(form: ReadonlyMap<string, string>): TypedRefund {
  const text = (name: string): string => (form.get(name) ?? '').trim().slice(0, 300)
  return {
    transactionId: text('transactionId'),
    vnd: text('vnd'),
    points: text('points'),
    reason: text('reason'),
    version: text('version'),
  }
}

/** Parses a typed sum with separators; an empty field is 0. */
function sumOf(text: string): number | undefined {
  return text === '' ? 0 : readTypedNumber(text)
}

/** Validates the typed values against the refundable rest. */
export function readRefund(
  typed: TypedRefund,
  payments: readonly PaymentToReturn[],
): { readonly request?: RefundRequest; readonly problems: RefundProblems } {
  const problems = new Map<
    keyof TypedRefund,
    'payment' | 'sum' | 'tooMuch' | 'nothing' | 'reason'
  >()
  const payment = payments.find(({ transactionId }) => transactionId === typed.transactionId)
  const vnd = sumOf(typed.vnd)
  const points = sumOf(typed.points)
  const { reason, isFit } = readReason(typed.reason)
  const version = /^\d{1,15}$/.test(typed.version) ? Number(typed.version) : undefined
  if (payment === undefined || version === undefined) problems.set('transactionId', 'payment')
  if (vnd === undefined) problems.set('vnd', 'sum')
  if (points === undefined) problems.set('points', 'sum')
  if (!isFit) problems.set('reason', 'reason')
  if (payment !== undefined && vnd !== undefined && vnd > payment.left.vnd) {
    problems.set('vnd', 'tooMuch')
  }
  if (payment !== undefined && points !== undefined && points > payment.left.points) {
    problems.set('points', 'tooMuch')
  }
  if (vnd === 0 && points === 0) problems.set('vnd', 'nothing')
  const isWhole =
    payment !== undefined && version !== undefined && vnd !== undefined && points !== undefined
  return isWhole && problems.size === 0
    ? { request: { payment, vnd, points, reason, version }, problems }
    : { problems }
}
