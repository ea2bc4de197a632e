import { html } from 'hono/html'
import type {
  Content,
  JsonSchema,
  OpenApiDocument,
  Operation,
} from '../document/open-api-document.ts'
import { schemaRows, type SchemaRow } from './schema-rows.ts'
import {
  rowsTable,
  scrollTable,
  textWithCode,
  toldIn,
  type Markup,
  type Writing,
} from './tables.ts'

/** The objects that a body may be. */
export function bodies(content: Content | undefined): JsonSchema[] {
  const schema = content?.['application/json']?.schema
  if (schema === undefined) return []
  const { anyOf } = schema
  return Array.isArray(anyOf) ? anyOf : [schema]
}

/** The outcomes that an answer may say. */
export function outcomesIn({ properties }: JsonSchema): readonly string[] {
  const { outcome }: Record<string, unknown> = { ...Object(properties) }
  const { enum: listed }: Record<string, unknown> = { ...Object(outcome) }
  return Array.isArray(listed) ? listed.map((one) => String(one)) : []
}

/** Rows of a table of fields that is shown without being opened. */
const rowsInFull = 16

/** The field of an answer to which a row belongs. */
function rootOf({ name }: SchemaRow): string {
  return name.split('.', 1)[0] ?? ''
}

/**
 * Tables of the fields of a body, one for each object that it may be.
 *
 * @param shown names of the fields whose own fields were shown before; they are not shown again,
 *   and the names of this body are added
 */
export function fieldTables(
  writing: Writing,
  content: Content | undefined,
  { heading, shown }: { readonly heading: string; readonly shown?: Set<string> },
): Markup[] {
  return bodies(content).flatMap((schema) => {
    const rows = schemaRows(schema, writing.messages.rules).filter(
      (row) => shown?.has(rootOf(row)) !== true || row.name === rootOf(row),
    )
    const title = typeof schema['title'] === 'string' ? schema['title'] : ''
    const told = rows.filter((row) => rootOf(row) !== 'error')
    for (const row of told) shown?.add(rootOf(row))
    if (told.length === 0) return []
    const table = rowsTable(writing, told)
    // A record has so many fields that a reader on a phone scrolled past many screens of them.
    if (told.length > rowsInFull) {
      return [
        html`<details>
          <summary>${heading} <code>${title}</code> (${told.length})</summary>
          ${table}
        </details>`,
      ]
    }
    return [
      html`<h4>${heading} <code>${title}</code></h4>
        ${table}`,
    ]
  })
}

type Statuses = Operation['responses']

/** Calls that must have a status in common, so that it is told once for all of them. */
const sharedBy = 20

function operationsOf({ paths }: OpenApiDocument): readonly Operation[] {
  return Object.values(paths).flatMap(({ servers: _servers, ...methods }) => Object.values(methods))
}

/** The texts of statuses that many calls share, each with its status; empty where refusals are listed. */
function sharedStatuses(document: OpenApiDocument): readonly (readonly [string, string])[] {
  if (document['x-refusals']['common'] !== undefined) return []
  const counts = new Map<string, number>()
  for (const { responses } of operationsOf(document)) {
    for (const [status, { description }] of Object.entries(responses)) {
      const key = `${status} ${description}`
      counts.set(key, (counts.get(key) ?? 0) + 1)
    }
  }
  return [...counts]
    .filter(([key, count]) => count >= sharedBy && Number(key.slice(0, 3)) >= 400)
    .map(([key]) => [key.slice(0, 3), key.slice(4)] as const)
    .toSorted(([one], [other]) => Number(one) - Number(other))
}

function statusTable(
  { messages, language }: Writing,
  statuses: readonly (readonly [status: string, text: string])[],
): Markup {
  const lines = statuses.map(
    ([status, text]) =>
      html`<tr>
        <th scope="row"><code>${status}</code></th>
        <td>${textWithCode(toldIn(language, text))}</td>
      </tr>`,
  )
  return scrollTable([messages.status, messages.meaning], lines)
}

/** The statuses that many calls of a document have in common, and the error that comes with each. */
export function sharedAnswers(writing: Writing, document: OpenApiDocument): Markup[] {
  const shared = sharedStatuses(document)
  if (shared.length === 0) return []
  const failure = operationsOf(document)
    .flatMap(({ responses }) => Object.entries(responses))
    .find(([status, { content }]) => status === '401' && content !== undefined)
  const rows = bodies(failure?.[1].content).flatMap((schema) =>
    schemaRows(schema, writing.messages.rules),
  )
  return [
    html`<div class="shared">
      <h2>${writing.messages.sharedAnswers}</h2>
      ${statusTable(writing, shared)}
      <h4>${writing.messages.failure}</h4>
      ${rowsTable(writing, rows)}
    </div>`,
  ]
}

/** Statuses of a call with their meaning, besides the one of a request that was done and shared ones. */
function ownStatuses(document: OpenApiDocument, responses: Statuses) {
  if (document['x-refusals']['common'] !== undefined) return []
  const shared = new Set(sharedStatuses(document).map(([status, text]) => `${status} ${text}`))
  return Object.entries(responses)
    .map(([status, { description }]) => [status, description] as const)
    .filter(
      ([status, text]) => text !== 'The request was done.' && !shared.has(`${status} ${text}`),
    )
}

/** The answers of a call: their statuses, and the fields of each that has some. */
export function answerBlocks(
  writing: Writing,
  document: OpenApiDocument,
  { responses }: Operation,
): Markup[] {
  const { answer, answers } = writing.messages
  const own = ownStatuses(document, responses)
  const shown = new Set<string>()
  const isListed = document['x-refusals']['common'] === undefined
  const tables = Object.entries(responses)
    .filter(([status]) => isListed || status.startsWith('2'))
    .flatMap(([status, { content }]) =>
      fieldTables(writing, content, {
        heading: isListed ? `${answer} ${status}` : answer,
        ...(isListed && { shown }),
      }),
    )
  if (own.length === 0) return tables
  return [
    ...tables,
    html`<h4>${answers}</h4>
      ${statusTable(writing, own)}`,
  ]
}
