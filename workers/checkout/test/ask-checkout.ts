import type {
  LoyaltyApi,
  OperatorMoneyApi,
  OperatorViewApi,
  OrdersApi,
  PublicPagesApi,
} from '@merchant-edge/orders/api'
import type { SignInsApi } from '@merchant-edge/orders/operators'
import type { OrderView } from '@merchant-edge/orders/webhook'
import type { ConfigurationApi } from '@merchant-edge/pages'
import type { CheckoutEnv } from '../src/checkout-env.ts'
import type { LogLine } from '../src/checkout-options.ts'
import { createCheckout } from '../src/create-checkout.ts'

export const secret = 'a-secret-of-the-shop'
/** Makes the keys of addresses. */
export const orderKeySecret = 'a-secret-of-the-checkout'
/**
 * Tokens of the operators, and their entries in the secret OPERATORS, with digests by `openssl dgst
 * -sha256`. `money` belongs to a program; `person` belongs to a person with the role money, who may
 * only read with it.
 */
export const operatorTokens = {
  view: 'token-of-binh-who-looks',
  money: 'token-of-an-who-acts',
  person: 'token-of-chi-who-signs-in',
}
const operators = JSON.stringify([
  {
    name: 'binh',
    role: 'view',
    token_sha256: 'ac64cf5dac25907edcaf36a67b53b90b48ae56529788ff4621de48863307db27',
  },
  {
    name: 'an',
    role: 'money',
    holder: 'program',
    token_sha256: 'b99e1d32787c58e3f149a51f4d5c54994673e9ce14c7e6902132c2a267bbb345',
  },
  {
    name: 'chi',
    role: 'money',
    token_sha256: '7990d44de9cffb64c9f758669ebab6c2e2a12db404754c00d58371161878ce0f',
  },
])
export const origin = 'https://checkout.example'
/** The key of the addresses of ORDER-1, by `openssl dgst -sha256 -hmac` over `payment:ORDER-1`, as base64url. */
export const paymentKey = 'MHfuujAZG4clZOpNGXolHDbSG1wZUyso1Zi_AU-KjjE'
/** The addresses of ORDER-1 for its customer. */
export const paths = {
  pay: `/pay/ORDER-1?key=${paymentKey}`,
  qr: `/pay/ORDER-1/qr?key=${paymentKey}`,
  state: `/pay/ORDER-1/state?key=${paymentKey}`,
  status: `/return/ORDER-1?key=${paymentKey}`,
}
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
    returned: { vnd: 0, points: 0 },
    attempts: [],
    disputedPayments: [],
    refunds: [],
    timeline: [],
    ...changes,
  }
}

type Calls = [name: string, ...args: unknown[]][]

/** The result of a request: the answer, the calls to the orders Worker, and the log. */
export interface Asked {
  readonly response: Response
  readonly calls: Calls
  readonly lines: readonly LogLine[]
}

/**
 * A request, and the scripted answers of the orders Worker; a call without a script fails the test.
 */
export interface Question extends RequestInit {
  readonly orders?: Partial<OrdersApi & PublicPagesApi & ConfigurationApi>
  readonly operatorView?: Partial<OperatorViewApi>
  readonly operatorMoney?: Partial<OperatorMoneyApi>
  readonly signIns?: Partial<SignInsApi>
  readonly loyalty?: LoyaltyApi['callLoyalty']
  readonly env?: Partial<CheckoutEnv>
  readonly sleep?: (ms: number, signal?: AbortSignal) => Promise<void>
}

/** Sends a request to the checkout with a scripted orders Worker behind it. */
export async function ask(path: string, question: Question = {}): Promise<Asked> {
  const {
    orders = {},
    operatorView = {},
    operatorMoney = {},
    signIns = {},
    loyalty,
    env = {},
    sleep,
    ...init
  } = question
  const calls: Calls = []
  const lines: LogLine[] = []
  /**
   * A scripted entrypoint of the orders Worker: it records every call, and throws for one without a
   * script.
   */
  function scripted<Api extends object>(scripts: Partial<Api>): Api {
    return new Proxy(scripts, {
      get: (_target, name) => {
        return async (...args: unknown[]): Promise<unknown> => {
          calls.push([String(name), ...args])
          const script: unknown = Reflect.get(scripts, name)
          if (typeof script !== 'function') throw new Error(`${String(name)} has no script`)
          return script(...args)
        }
      },
    }) as Api
  }
  const app = createCheckout({
    writeLog: (line) => lines.push(line),
    now: () => now * 1000,
    ...(sleep !== undefined && { sleep }),
  })
  const headers = new Headers(init.headers)
  if (typeof init.body === 'string' && !headers.has('content-type')) {
    headers.set('content-type', 'application/json')
  }
  const response = await app.request(
    `${origin}${path}`,
    { ...init, headers },
    {
      ENVIRONMENT: 'local',
      CHECKOUT_URL: origin,
      CHECKOUT_SECRET: secret,
      ORDER_KEY_SECRET: orderKeySecret,
      LOYALTY: {
        async callLoyalty(name, request) {
          calls.push([name, request])
          if (loyalty === undefined) throw new Error(`${name} has no script`)
          return loyalty(name, request)
        },
      },
      ORDERS: scripted<OrdersApi>(orders),
      PUBLIC_PAGES: scripted<PublicPagesApi & ConfigurationApi>(orders),
      OPERATOR_VIEW: scripted<OperatorViewApi>(operatorView),
      OPERATOR_MONEY: scripted<OperatorMoneyApi>(operatorMoney),
      OPERATOR_SIGN_INS: scripted<SignInsApi>(signIns),
      OPERATORS: operators,
      ...env,
    },
  )
  return { response, calls, lines }
}

/** Sends a request as the shop's backend. */
export function askAsShop(path: string, question: Omit<Question, 'headers'> = {}): Promise<Asked> {
  const headers = { authorization: `Bearer ${secret}` }
  return ask(path, { ...question, headers })
}

/** Sends a request as an operator; with a body it is a POST. */
export function askAsOperator(
  path: string,
  question: Omit<Question, 'headers' | 'body'> & {
    readonly as?: keyof typeof operatorTokens
    readonly json?: unknown
  } = {},
): Promise<Asked> {
  const { as = 'money', json: body, ...rest } = question
  const headers = { authorization: `Bearer ${operatorTokens[as]}` }
  if (body === undefined) return ask(path, { ...rest, headers })
  return ask(path, { method: 'POST', ...rest, headers, body: JSON.stringify(body) })
}

/** A body as JSON, with its type. */
export function json(body: unknown): Pick<RequestInit, 'method' | 'body' | 'headers'> {
  return {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', authorization: `Bearer ${secret}` },
  }
}
