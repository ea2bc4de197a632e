import type { LoyaltyApi, OrdersApi } from '@merchant-edge/orders/api'
import type { OrderView } from '@merchant-edge/orders/webhook'
import type { CheckoutEnv } from '../src/checkout-env.ts'
import type { LogLine } from '../src/checkout-options.ts'
import { createCheckout } from '../src/create-checkout.ts'

export const secret = 'a-secret-of-the-shop'
export const origin = 'https://checkout.example'
/** The clock of every test, in seconds since 1970. */
export const now = 1_900_000_000

/** An order as the orders Worker would show it. */
export function orderView(changes: Partial<OrderView> = {}): OrderView {
  return {
    id: 'ORDER-1',
    state: 'created',
    version: 2,
    amountVnd: 120_000,
    description: 'Lotus tea',
    createdAt: now - 60,
    expiresAt: now + 840,
    holdPayment: false,
    refunded: { vnd: 0, points: 0 },
    attempts: [],
    refunds: [],
    timeline: [],
    ...changes,
  }
}

type Calls = [name: string, ...args: unknown[]][]

/** What a request met: the answer, the calls that reached the orders Worker, and the log. */
export interface Asked {
  readonly response: Response
  readonly calls: Calls
  readonly lines: readonly LogLine[]
}

/** A request, and what the orders Worker is to answer; a call without a script fails the test. */
export interface Question extends RequestInit {
  readonly orders?: Partial<OrdersApi>
  readonly loyalty?: LoyaltyApi['callLoyalty']
  readonly env?: Partial<CheckoutEnv>
}

/** Sends a request to the checkout with a scripted orders Worker behind it. */
export async function ask(path: string, question: Question = {}): Promise<Asked> {
  const { orders = {}, loyalty, env = {}, ...init } = question
  const calls: Calls = []
  const lines: LogLine[] = []
  function scripted<Name extends keyof CheckoutEnv['ORDERS']>(name: Name): OrdersApi[Name] {
    const method = async (...args: unknown[]): Promise<unknown> => {
      calls.push([name, ...args])
      const script = orders[name] as ((...args: unknown[]) => unknown) | undefined
      if (script === undefined) throw new Error(`${name} has no script`)
      return script(...args)
    }
    return method as OrdersApi[Name]
  }
  const app = createCheckout({ writeLog: (line) => lines.push(line), now: () => now * 1000 })
  const response = await app.request(`${origin}${path}`, init, {
    CHECKOUT_SECRET: secret,
    LOYALTY: {
      async callLoyalty(name, request) {
        calls.push([name, request])
        if (loyalty === undefined) throw new Error(`${name} has no script`)
        return loyalty(name, request)
      },
    },
    ORDERS: {
      open: scripted('open'),
      find: scripted('find'),
      startPayment: scripted('startPayment'),
      refund: scripted('refund'),
      linkWallet: scripted('linkWallet'),
      findLink: scripted('findLink'),
      unlinkWallet: scripted('unlinkWallet'),
      recordLinkCallback: scripted('recordLinkCallback'),
      payWithLink: scripted('payWithLink'),
      confirmOtp: scripted('confirmOtp'),
      captureOrder: scripted('captureOrder'),
      releaseOrder: scripted('releaseOrder'),
      transfer: scripted('transfer'),
      findTransfer: scripted('findTransfer'),
      partnerFile: scripted('partnerFile'),
      reconciliation: scripted('reconciliation'),
      listReconciliations: scripted('listReconciliations'),
      forceReconciliation: scripted('forceReconciliation'),
    },
    ...env,
  })
  return { response, calls, lines }
}

/** Sends a request as the shop's backend. */
export function askAsShop(path: string, question: Omit<Question, 'headers'> = {}): Promise<Asked> {
  const headers = { authorization: `Bearer ${secret}` }
  return ask(path, { ...question, headers })
}

/** A body as JSON, with its type. */
export function json(body: unknown): Pick<RequestInit, 'method' | 'body' | 'headers'> {
  return {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', authorization: `Bearer ${secret}` },
  }
}
