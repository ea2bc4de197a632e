import { describe, expect, it } from 'vitest'
import { merchantApi } from './service/merchant-api.ts'
import type { OpenApiDocument, Operation } from './document/open-api-document.ts'
import { workersApi } from './workers-api.ts'

interface Told {
  /** The place of the field, such as `announceOrder 201 order.payment.vnd`. */
  readonly place: string
  readonly description: string
}

function record(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

/** Every field below a schema, wherever it stands: in lists, alternatives and inner objects. */
function fieldsIn(value: unknown, place: string): Told[] {
  if (Array.isArray(value)) return value.flatMap((one: unknown) => fieldsIn(one, place))
  return Object.entries(record(value)).flatMap(([keyword, inner]) => {
    if (keyword !== 'properties') return fieldsIn(inner, place)
    return Object.entries(record(inner)).flatMap(([name, field]) => {
      const path = `${place}.${name}`
      const { description = '' } = record(field)
      return [{ place: path, description: String(description) }, ...fieldsIn(field, path)]
    })
  })
}

function fieldsOf({ components }: OpenApiDocument, operation: Operation): Told[] {
  const { operationId, parameters = [], requestBody, responses } = operation
  const named = parameters.flatMap((one) => {
    const name = '$ref' in one ? (one.$ref.split('/').at(-1) ?? '') : one.name
    const found = '$ref' in one ? components.parameters?.[name] : one
    return [{ place: `${operationId} ${name}`, description: found?.description ?? '' }]
  })
  return [
    ...named,
    ...fieldsIn(requestBody?.content, `${operationId} body`),
    ...Object.entries(responses).flatMap(([status, { content }]) =>
      fieldsIn(content, `${operationId} ${status}`),
    ),
  ]
}

const documents = await Promise.all([merchantApi(), workersApi()])
const operations = documents.flatMap((document) =>
  Object.values(document.paths).flatMap(({ servers: _servers, ...methods }) =>
    Object.values(methods).map((operation) => ({ document, operation })),
  ),
)

it('finds the calls of both documents, and their fields', () => {
  expect(operations.length).toBeGreaterThan(80)
  const all = operations.flatMap(({ document, operation }) => fieldsOf(document, operation))
  expect(all.length).toBeGreaterThan(5_000)
})

describe('every parameter, request field and response field has a description', () => {
  it.each(operations)('$operation.operationId', ({ document, operation }) => {
    const untold = fieldsOf(document, operation)
      .filter(({ description }) => !/^[A-Z`0-9].{7,}\.$/s.test(description))
      .map(({ place }) => place)

    expect([...new Set(untold)]).toEqual([])
  })
})
