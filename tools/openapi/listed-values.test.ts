import { expect, it } from 'vitest'
import { merchantApi } from './service/merchant-api.ts'
import type { OpenApiDocument } from './document/open-api-document.ts'
import { workersApi } from './workers-api.ts'

/** Texts of fields whose values are told elsewhere: at the record, or by the name of a call. */
const toldElsewhere: ReadonlySet<string> = new Set([
  'Name of the call in the merchant API.',
  'State of the alert, as in its field `state`.',
  'State of the delivery to the endpoint.',
  'State of the link, as in its field `state`.',
  'State of the order, as in its field `state`.',
  'State of the refund, as in its field `state`.',
  'State of the transfer, as in its field `state`.',
  'State of the payment attempt, refund or transfer now, as in the record itself.',
  'State of the payment attempt, disputed payment, order, refund or transfer now, as in the record itself.',
])

interface Listed {
  readonly description: string
  readonly values: readonly string[]
}

/** Every described schema below a value whose values are listed. */
function listedIn(value: unknown): Listed[] {
  if (Array.isArray(value)) return value.flatMap((one: unknown) => listedIn(one))
  if (typeof value !== 'object' || value === null) return []
  const { enum: values, description, schema }: Record<string, unknown> = { ...value }
  const inner = Object.values(value).flatMap((one: unknown) => listedIn(one))
  const { enum: ofParameter }: Record<string, unknown> = { ...Object(schema) }
  const found = Array.isArray(values) ? values : ofParameter
  if (!Array.isArray(found) || typeof description !== 'string') return inner
  return [{ description, values: found.map((one) => String(one)) }, ...inner]
}

function listedOf({ paths }: OpenApiDocument): Listed[] {
  return Object.values(paths).flatMap(({ servers: _servers, ...methods }) =>
    Object.values(methods).flatMap(({ parameters, requestBody, responses }) => [
      ...listedIn([parameters, requestBody]),
      ...Object.values(responses).flatMap(({ description, content }) =>
        // The codes of the service stand with their reasons in the text of the answer.
        listedIn(content).map((one) =>
          one.description.startsWith('Code of the outcome') ? { ...one, description } : one,
        ),
      ),
    ]),
  )
}

it.each([
  ['the merchant API', await merchantApi(), 100],
  ['the Workers', await workersApi(), 200],
])(
  'tells what each value of a field means, where its values are listed: %s',
  (_, document, least) => {
    const listed = listedOf(document)
    const untold = listed.filter(
      ({ description, values }) =>
        !toldElsewhere.has(description) &&
        !values.every((one) => description.includes(`\`${one}\``)),
    )

    expect(listed.length).toBeGreaterThan(least)
    expect([...new Set(untold.map(({ description }) => description))]).toEqual([])
  },
)
