import { createCheckout } from '@merchant-edge/checkout-worker/create-checkout'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { answerFaults } from './answer-faults.ts'
import { doneSchema, type CheckoutRoute } from '../shop/checkout-route.ts'
import { checkoutRoutes } from '../checkout-routes.ts'
import { jsonSchemaOf } from '../document/json-schema-of.ts'
import { difference } from '../operators/operator-record-views.ts'
import { operatorRoutes } from '../operators/operator-routes.ts'
import { sampleValues } from './sample-values.ts'
import { workersApi } from '../workers-api.ts'

// Goal: a program may rely on the OpenAPI document for every answer, of success and of failure.
// Method: the routes of the checkout as they are, with an orders Worker behind them that gives every outcome of its
// type in turn; each answer must have the status, the fields and the values that the document says, and no other field.

const document = await workersApi()
const routes = [...checkoutRoutes, ...operatorRoutes]

const secret = 'a-secret-of-the-shop'
/** Has the form of a token of a sign-in. */
const signInToken = `mes_${'s'.repeat(43)}`
const token = 'token-of-an-operator-who-acts'
/** By `openssl dgst -sha256`. */
const tokenSha256 = '771461e100b8c67e8876d00604d70f2ef40c29f0eb7ccbca6520d93001fdaf5a'

const reason = 'seen on the merchant web site'
/** Bodies of requests; every other body has a reason alone. */
const bodies: Readonly<Record<string, unknown>> = {
  announceOrder: { id: 'ORDER-1', amountVnd: 120_000 },
  refund: { id: 'REFUND-1', vnd: 1_000 },
  payOrder: {},
  confirmCode: { otp: '424242' },
  requestLink: { customerId: 'CUSTOMER-1' },
  transfer: { id: 'TRANSFER-1', amountVnd: 50_000, receiverPhone: '0900000001' },
  callLoyalty: { id: 'MEMBER-1' },
  signInOperator: { code: 'c'.repeat(43), verifier: 'v'.repeat(43) },
  exportPerson: { customerId: 'CUSTOMER-1' },
  erasePerson: { customerId: 'CUSTOMER-1', reason },
  refundAsOperator: { id: 'REFUND-1', vnd: 1_000, reason },
  settleRefund: { result: 'refunded', reason },
  settlePayment: { result: 'paid', reason },
  settleTransfer: { result: 'refused', reason },
  decideDifference: { verdict: 'ours', reason },
}

/** Queries of the routes that need one. */
const queries: Readonly<Record<string, string>> = { readTakings: '?from=2026-09-01' }

const fields: Readonly<Record<string, string>> = {
  day: '2026-09-01',
  runId: '0'.repeat(32),
  position: '0',
  seq: '1',
  call: 'getMembership',
  transactionId: '0000000001',
}

function pathOf({ path }: CheckoutRoute): string {
  const isAlert = path.startsWith('/operator/alerts/')
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    isAlert ? '1' : (fields[name] ?? 'RECORD-1'),
  )
}

function schemaOf(schema: v.GenericSchema): unknown {
  return jsonSchemaOf(schema, () => new Map())
}

const isListed: ReadonlySet<string> = new Set([
  'listReconciliations',
  'listEndpoints',
  'listProposals',
])

/** What a method of the orders Worker returns, given what the route is to answer with. */
function returned({ name }: CheckoutRoute, method: string, sample: unknown): unknown {
  // The alert of this route is the first one of a page.
  if (name === 'readAlert') {
    return { alerts: sample === null ? [] : [{ ...Object(sample), id: 1 }] }
  }
  if (['listServiceCalls', 'listDifferencesAbout', 'transferTimeline'].includes(method)) return []
  if (!isListed.has(method) || typeof sample !== 'object' || sample === null) return sample
  const [list] = Object.values(sample)
  return list
}

interface Question {
  readonly route: CheckoutRoute
  /** What the orders Worker returns; it throws an error. */
  readonly sample: unknown
  readonly bearer?: string
  readonly body?: BodyInit
  readonly query?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly role?: 'view' | 'money'
}

interface Answer {
  readonly status: number
  readonly text: string
  readonly faults: readonly string[]
}

async function ask({ route, sample, role = 'money', ...given }: Question): Promise<Answer> {
  const { query = queries[route.name] ?? '' } = given
  const binding = new Proxy(
    {},
    {
      get: (_, method) => async () => {
        if (method === 'findSignIn') return { operator: { name: 'an', role }, expiresAt: 1 }
        if (sample instanceof Error) throw sample
        return returned(route, String(method), sample)
      },
    },
  )
  const operators = [{ name: 'an', role, holder: 'program', token_sha256: tokenSha256 }]
  const env = {
    ENVIRONMENT: 'local',
    CHECKOUT_URL: 'https://checkout.example',
    CHECKOUT_SECRET: secret,
    ORDER_KEY_SECRET: 'a-secret-of-the-checkout',
    OPERATORS: JSON.stringify(operators),
    ORDERS: binding,
    LOYALTY: binding,
    OPERATOR_VIEW: binding,
    OPERATOR_MONEY: binding,
    OPERATOR_SIGN_INS: binding,
  }
  const { bearer = bearerOf(route) } = given
  const isSent = route.body !== undefined || given.body !== undefined
  const body = given.body ?? JSON.stringify(bodies[route.name] ?? { reason })
  const response = await createCheckout({ writeLog: () => {} }).request(
    `https://checkout.example${pathOf(route)}${query}`,
    {
      method: route.method.toUpperCase(),
      headers: {
        ...(bearer !== '' && { authorization: `Bearer ${bearer}` }),
        'content-type': 'application/json',
        ...given.headers,
      },
      ...(isSent && { body }),
    },
    env,
  )
  const answer = { status: response.status, text: await response.text() }
  const { method } = route
  const faults = answerFaults(document, { method, path: pathOf(route), ...answer })
  return { ...answer, faults }
}

const texts = v.array(v.string())

function samplesOfOutcome(outcome: string, sample: unknown): unknown[] {
  const { svg: _svg, png: _png, ...whole } = { outcome, ...Object(sample) }
  return outcome === 'qr' ? [whole, { ...whole, qrCode: 'x'.repeat(5_000) }] : [whole]
}

/** What the orders Worker returns to routes whose answer does not say the outcome of the call. */
const otherScripts: Readonly<Record<string, readonly Script[]>> = {
  readPartnerFile: [
    {
      statuses: [200],
      samples: [{ outcome: 'file', name: 'file.csv', bytes: 0, sha256: '00', body: null }],
    },
    { statuses: [409], samples: [{ outcome: 'too_early', readyAt: 1 }] },
    { statuses: [404], samples: [{ outcome: 'before_first' }, { outcome: 'not_configured' }] },
  ],
  listDifferences: [
    {
      statuses: [200],
      samples: sampleValues(schemaOf(v.array(difference))).map((differences) => {
        return { outcome: 'listed', runId: '0', total: 1, decided: 0, differences, cursor: '0' }
      }),
    },
    { statuses: [404], samples: [{ outcome: 'not_compared' }] },
    { statuses: [409], samples: [{ outcome: 'compared_anew' }] },
    { statuses: [410], samples: [{ outcome: 'not_kept', total: 1 }] },
  ],
}

interface Script {
  readonly statuses: readonly number[]
  readonly samples: readonly unknown[]
}

function bearerOf({ name, tag }: CheckoutRoute): string {
  if (name === 'signOutOperator') return signInToken
  return tag === 'Operators' ? token : secret
}

/** What the orders Worker may return to a route, each with the statuses of the answer. */
function scriptsOf(route: CheckoutRoute): readonly Script[] {
  const { outcomes, done } = route
  const other = otherScripts[route.name]
  if (other !== undefined) return other
  if (outcomes === undefined) {
    return [{ statuses: [done.status], samples: sampleValues(schemaOf(doneSchema(route))) }]
  }
  const names = new Set(outcomes.answered.map(({ name }) => name))
  return [...names].map((name) => {
    const all = outcomes.answered.filter((one) => one.name === name)
    return {
      statuses: [...new Set(all.flatMap(({ statuses }) => statuses))],
      samples: all.flatMap(({ fields: sent, unsent }) => {
        const more = v.object({ ...sent, ...Object.fromEntries(unsent.map((one) => [one, texts])) })
        return sampleValues(schemaOf(more)).flatMap((sample) => samplesOfOutcome(name, sample))
      }),
    }
  })
}

const cases = routes.flatMap((route) =>
  scriptsOf(route).map(({ statuses, samples }) => {
    const [first] = samples
    const { outcome = 'done' } = Object(first)
    return { name: route.name, outcome, route, statuses, samples }
  }),
)

it('has every route, and every outcome of its call', () => {
  expect(routes.length).toBeGreaterThan(60)
  expect(cases.length).toBeGreaterThan(110)
})

describe('an answer is as the document says', () => {
  it.each(cases)('$name: $outcome', async ({ route, statuses, samples }) => {
    const answers = await Promise.all(samples.map((sample) => ask({ route, sample })))

    expect([...new Set(answers.flatMap(({ faults }) => faults))]).toEqual([])
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set(statuses))
  })
})

/** Requests that no route does, each with the statuses of its answer. */
const refused: readonly (Omit<Question, 'route' | 'sample'> & {
  readonly about: string
  readonly status: number
  readonly sample?: unknown
  readonly for?: (route: CheckoutRoute) => boolean
})[] = [
  { about: 'without a bearer', bearer: '', status: 401, for: ({ isOpen }) => isOpen !== true },
  { about: 'with an unknown parameter', query: '?unknown=1', status: 400 },
  {
    about: 'with an unknown field',
    body: '{"unknown":1}',
    status: 400,
    for: ({ method, name }) => method !== 'get' && name !== 'callLoyalty',
  },
  { about: 'with no JSON', body: '{', status: 400, for: ({ method }) => method !== 'get' },
  {
    about: 'with a body that is too large',
    body: JSON.stringify({ reason: 'x'.repeat(20_000) }),
    status: 413,
    for: ({ method }) => method !== 'get',
  },
  {
    about: 'with a body that is not said to be JSON',
    body: '{}',
    headers: { 'content-type': 'text/plain' },
    status: 415,
    for: ({ method }) => method !== 'get',
  },
  {
    about: 'while the orders Worker fails',
    sample: new Error('D1_ERROR: overloaded'),
    status: 503,
    for: ({ name }) => !['whoAmI', 'signOutOperator'].includes(name),
  },
  {
    about: 'that breaks a rule of the orders Worker',
    sample: new TypeError(
      "The order's returnUrl must be an address on one of the allowed origins.",
    ),
    status: 400,
    for: ({ name }) => !['whoAmI', 'signOutOperator'].includes(name),
  },
  {
    about: 'of an operator who may only read',
    role: 'view',
    status: 403,
    for: ({ tag, method, isOpen, name }) =>
      tag === 'Operators' && method !== 'get' && isOpen !== true && name !== 'signOutOperator',
  },
  {
    about: 'for a record that does not exist',
    sample: null,
    status: 404,
    for: ({ name, outcomes, others }) =>
      outcomes === undefined && '404' in others && otherScripts[name] === undefined,
  },
]

const refusals = refused.flatMap(({ about, status, for: isMeant = () => true, ...question }) =>
  routes
    .filter((route) => isMeant(route))
    .map((route) => ({
      about,
      status,
      name: route.name,
      question: { route, sample: null, ...question },
    })),
)

describe('a refusal is as the document says', () => {
  it.each(refusals)('$name, $about: $status', async ({ status, question }) => {
    const answer = await ask(question)

    expect(answer.faults).toEqual([])
    expect(answer.status).toBe(status)
  })
})
