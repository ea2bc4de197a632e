import type { Context } from 'hono'
import type { PaymentRefusal } from './payment-request.ts'
import { readChoice, type SplitChoice } from './payment-split.ts'

/** A page of the payment, as its address names it. */
export interface PageOfStep {
  readonly step: 'sign-in' | 'choose' | 'code'
  /** What went wrong in the form before. */
  readonly problem?: StepProblem
  /** How the customer wants to pay, where a one-time code is asked for. */
  readonly choice?: SplitChoice
}

type StepProblem = PaymentRefusal | 'wrongPin'

const problems = [
  'wrongPin',
  'wallet_not_found',
  'wallet_blocked',
  'order_not_found',
  'order_paid',
  'order_failed',
  'order_expired',
  'amounts_invalid',
  'balance_insufficient',
  'points_insufficient',
  'otp_required',
  'otp_expired',
  'otp_wrong',
] as const satisfies readonly StepProblem[]

/** The address of a page of the payment. */
export function addressOf(action: string, { step, problem, choice }: PageOfStep): string {
  const query = [
    ...(step === 'sign-in' ? [] : [`step=${step}`]),
    ...(choice === undefined ? [] : [`choice=${choice}`]),
    ...(problem === undefined ? [] : [`problem=${problem}`]),
  ]
  return [action, ...query].join('&')
}

/** The page that an address names; what is unknown in it counts as left out. */
export function pageOfAddress(c: Context): PageOfStep {
  const problem = problems.find((known) => known === c.req.query('problem'))
  const choice = readChoice(c.req.query('choice'))
  const step = (['choose', 'code'] as const).find((known) => known === c.req.query('step'))
  return {
    step: step === 'code' && choice === undefined ? 'choose' : (step ?? 'sign-in'),
    ...(problem !== undefined && { problem }),
    ...(choice !== undefined && { choice }),
  }
}
