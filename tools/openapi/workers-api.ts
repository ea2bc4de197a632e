import { join } from 'node:path'
import { callbackOperation, callbackPath } from './callback-operation.ts'
import { type CheckoutRoute, doneSchema, type OtherAnswer } from './shop/checkout-route.ts'
import { checkoutRoutes } from './checkout-routes.ts'
import { describerOf, type FieldsDescriber, readFieldShapes } from './document/field-shapes.ts'
import { jsonSchemaOf } from './document/json-schema-of.ts'
import { proposal } from './operators/operator-money-views.ts'
import { difference } from './operators/operator-record-views.ts'
import { common, error, ofBodies, ofOperators, otherSchema } from './failures.ts'
import { operatorRoutes } from './operators/operator-routes.ts'
import { alert, endpoint, event, operator, orderSummary } from './operators/operator-views.ts'
import { pathParameterText } from './document/path-parameter-text.ts'
import { link, order, reconciliation, refund, transfer } from './shop/worker-views.ts'
import type {
  Content,
  JsonSchema,
  OpenApiDocument,
  Operation,
  Parameter,
} from './document/open-api-document.ts'

const root = join(import.meta.dirname, '../..')
/** Types of the order store. */
const ordersSources = [
  'orders/orders-api.ts',
  'refunds/refunds-api.ts',
  'payments/payments-api.ts',
  'links/links-api.ts',
  'linked-payments/linked-payments-api.ts',
  'transfers/transfers-api.ts',
  'daily-files/daily-files-api.ts',
  'operators/operators-api.ts',
  'search/search-api.ts',
  'events/event-log-api.ts',
  'journal/journal-api.ts',
  'alerts/alerts-api.ts',
  'approvals/approvals-api.ts',
  'takings/takings-api.ts',
  'service-calls/service-calls-api.ts',
  'daily-files/differences/differences-api.ts',
  'daily-files/differences/difference-verdicts-api.ts',
  'daily-files/undecided-api.ts',
  'personal-data/personal-data-api.ts',
  'sign-ins/sign-ins-api.ts',
  'stores/store-filter.ts',
  'verdicts/verdicts-api.ts',
  'rules/amounts.ts',
  'rules/extra-data.ts',
].map((file) => `packages/orders/src/${file}`)
/** Types and schemas elsewhere that have fields of the documents. */
const sources = [
  ...ordersSources,
  'packages/contract/src/callback/payment-callback.ts',
  'packages/reconcile/src/output/differing-transaction.ts',
  'workers/checkout/src/linked-wallets/link-routes.ts',
  'workers/checkout/src/linked-wallets/linked-payment-routes.ts',
  'workers/checkout/src/orders/order-routes.ts',
  'tools/openapi/checkout-routes.ts',
  'tools/openapi/operators/operator-difference-routes.ts',
  'tools/openapi/operators/operator-event-routes.ts',
  'tools/openapi/operators/operator-money-routes.ts',
  'tools/openapi/operators/operator-run-routes.ts',
  'tools/openapi/operators/operator-sign-in-routes.ts',
  'tools/openapi/operators/operator-views.ts',
  'tools/openapi/shop/payment-routes.ts',
]

function json(schema: JsonSchema): Content {
  return { 'application/json': { schema } }
}

/** The records of answers by the names that they have in the document. */
const records = {
  Alert: alert,
  Difference: difference,
  Endpoint: endpoint,
  Event: event,
  Link: link,
  Operator: operator,
  Order: order,
  OrderSummary: orderSummary,
  Reconciliation: reconciliation,
  Refund: refund,
  RefundProposal: proposal,
  Transfer: transfer,
}

function record(value: unknown): JsonSchema {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

function namesInPath({ path }: CheckoutRoute): readonly string[] {
  return Array.from(path.matchAll(/\{(\w+)\}/g), ([, name = '']) => name)
}

const fieldsOfPage: ReadonlySet<string> = new Set(['cursor', 'limit'])

/** The fields of a query string, as parameters. */
function queryOf(route: CheckoutRoute, describeFields: FieldsDescriber): readonly Parameter[] {
  if (route.query === undefined) return []
  // A filter may have fields in the path, too: the query alone looks like that of another list. The
  // fields of a page may belong to the filter, or to a type of their own.
  const describeQuery: FieldsDescriber = (names) => {
    const all = [...namesInPath(route), ...names]
    const filter = all.filter((name) => !fieldsOfPage.has(name))
    return new Map([...describeFields(all), ...describeFields(filter)])
  }
  const { properties, required } = jsonSchemaOf(route.query, describeQuery)
  const needed: readonly unknown[] = Array.isArray(required) ? required : []
  return Object.entries(record(properties)).map(([name, schema]) => {
    const { description = '', ...rest } = record(schema)
    return {
      name,
      in: 'query',
      required: needed.includes(name),
      description: String(description),
      schema: rest,
    }
  })
}

function operationOf(route: CheckoutRoute, describeFields: FieldsDescriber): Operation {
  const { name, tag, method, path, summary, body, done, others, isOpen = false } = route
  const { isBodyOptional = false } = route
  const isOperators = tag === 'Operators' && !isOpen
  const inPath = namesInPath(route).map((field) => ({
    name: field,
    in: 'path' as const,
    required: true,
    description: pathParameterText(path, field),
    schema: { type: 'string' },
  }))
  const parameters = [...inPath, ...queryOf(route, describeFields)]
  const refusals = Object.entries({
    ...common,
    ...(method !== 'get' && ofBodies),
    ...(isOperators && ofOperators),
    ...others,
  }).map(([status, other]: [string, string | OtherAnswer]) => [
    status,
    {
      description: typeof other === 'string' ? other : other.text,
      content: json(otherSchema(route, Number(status), describeFields)),
    },
  ])
  const schema = jsonSchemaOf(doneSchema(route), describeFields)
  const content = done.mediaType === undefined ? json(schema) : { [done.mediaType]: { schema } }
  return {
    operationId: name,
    tags: [tag],
    summary,
    ...(isOpen && { security: [] }),
    ...(isOperators && { security: [{ operator: [] }] }),
    ...(parameters.length > 0 && { parameters }),
    ...(body !== undefined && {
      requestBody: {
        required: !isBodyOptional,
        content: json(jsonSchemaOf(body, describeFields)),
      },
    }),
    responses: {
      ...Object.fromEntries(refusals),
      [done.status]: { description: 'The request was done.', content },
    },
  }
}

/**
 * The APIs of the checkout and ipn Workers, derived from the schemas with which they read requests.
 */
export async function workersApi(): Promise<OpenApiDocument> {
  const describeFields = describerOf(await readFieldShapes(sources.map((file) => join(root, file))))
  const paths: Record<string, Record<string, Operation>> = {}
  for (const route of [...checkoutRoutes, ...operatorRoutes]) {
    paths[route.path] = {
      ...paths[route.path],
      [route.method]: operationOf(route, describeFields),
    }
  }
  const url = { default: 'http://localhost:8788' }
  const ipnUrl = { default: 'http://localhost:8789' }
  const ipn = { url: '{ipn_url}', description: 'Callbacks', variables: { ipn_url: ipnUrl } }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Merchant Edge, Workers',
      version: '1',
      description:
        "The API of the checkout Worker for the shop's backend and for the merchant's operators, and the address that receives callbacks. Every request is safe to repeat.",
    },
    servers: [{ url: '{checkout_url}', description: 'Checkout', variables: { checkout_url: url } }],
    tags: [
      'Orders',
      'Linked wallets',
      'Transfers',
      'Loyalty',
      'Daily files',
      'Operators',
      'Callbacks',
    ].map((name) => {
      return { name, description: `Workers: ${name.toLowerCase()}` }
    }),
    security: [{ bearer: [] }],
    paths: { ...paths, [callbackPath]: { servers: [ipn], get: await callbackOperation() } },
    'x-refusals': {},
    components: {
      schemas: {
        Failure: error,
        ...Object.fromEntries(
          Object.entries(records).map(([name, schema]) => [
            name,
            jsonSchemaOf(schema, describeFields),
          ]),
        ),
      },
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'The secret of the shop.' },
        operator: { type: 'http', scheme: 'bearer', description: "The operator's token." },
      },
    },
  }
}
