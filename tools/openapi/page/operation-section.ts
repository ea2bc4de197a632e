import { html } from 'hono/html'
import type {
  ListedRefusal,
  OpenApiDocument,
  Operation,
  Parameter,
} from '../document/open-api-document.ts'
import { answerBlocks, bodies, fieldTables, outcomesIn } from './answer-blocks.ts'
import { ruleOf, schemaRows, type SchemaRow } from './schema-rows.ts'
import { rowsTable, scrollTable, textWithCode, type Markup, type Writing } from './tables.ts'

/** One operation with its document, method and path. */
export interface PlacedOperation {
  readonly document: OpenApiDocument
  readonly method: string
  readonly path: string
  readonly operation: Operation
}

function parameterRows(
  { messages }: Writing,
  { document, operation }: PlacedOperation,
): SchemaRow[] {
  const shared = document.components.parameters ?? {}
  const all = (operation.parameters ?? []).flatMap((one): Parameter[] => {
    if (!('$ref' in one)) return [one]
    const found = shared[one.$ref.split('/').at(-1) ?? '']
    return found === undefined ? [] : [found]
  })
  return all.map(({ name, required, description = '', schema }) => {
    return { name, required, description, rule: ruleOf(schema, messages.rules) }
  })
}

function exampleBlocks({ messages }: Writing, { operation }: PlacedOperation): Markup[] {
  const examples = operation.requestBody?.content['application/json']?.examples ?? {}
  return Object.entries(examples).map(
    ([name, { value }]) =>
      html`<h4>${messages.example} <code>${name}</code></h4>
        <pre tabindex="0">${JSON.stringify(value, undefined, 2)}</pre>`,
  )
}

/** Refusals with cause and remedy, in the language of the page. */
export function refusalTable(
  { messages, language }: Writing,
  rows: readonly ListedRefusal[],
): Markup {
  const lines = rows.map((row) => {
    const { cause, remedy } = language === 'vi' ? row.vi : row
    return html`<tr>
      <th scope="row"><code>${row.code}</code><small>${row.reason}</small></th>
      <td>${textWithCode(cause)}</td>
      <td>${textWithCode(remedy)}</td>
      <td>${messages.retries[row.retry]}</td>
    </tr>`
  })
  return scrollTable([messages.code, messages.cause, messages.remedy, messages.repeat], lines)
}

function refusalBlocks(writing: Writing, { document, operation }: PlacedOperation): Markup[] {
  const { messages } = writing
  const tables = document['x-refusals']
  const names = Object.keys(operation.requestBody?.content['application/json']?.examples ?? {})
  return [...new Set([operation.operationId, ...names])].flatMap((name) => {
    const own = tables[name] ?? []
    if (own.length === 0) return []
    return [
      html`<details>
        <summary>${messages.refusals} <code>${name}</code> (${own.length})</summary>
        ${refusalTable(writing, own)}
      </details>`,
    ]
  })
}

/** The text that the search of the page searches. */
function searchWords({ messages }: Writing, { path, operation }: PlacedOperation): string {
  const { operationId, summary, responses, requestBody } = operation
  const fields = [requestBody?.content, ...Object.values(responses).map(({ content }) => content)]
    .flatMap((content) => bodies(content))
    .flatMap((schema) => schemaRows(schema, messages.rules).map(({ name }) => name))
  const codes = Object.values(responses).flatMap(
    ({ description }) => description.match(/\d{4,7}/g) ?? [],
  )
  const outcomes = Object.values(responses)
    .flatMap(({ content }) => bodies(content))
    .flatMap((schema) => outcomesIn(schema))
  const words = new Set([operationId, path, summary, ...fields, ...codes, ...outcomes])
  return [...words].join(' ').replaceAll('`', '').toLowerCase()
}

/** The section of the page that describes one operation. */
export function operationSection(writing: Writing, placed: PlacedOperation): Markup {
  const { messages } = writing
  const { document, method, path, operation } = placed
  const { operationId, summary, description = '', deprecated } = operation
  const parameters = parameterRows(writing, placed)
  const lines = description
    .split('\n')
    .map((line) => html`<p>${textWithCode(line.replace(/^- /, '• '))}</p>`)
  return html`<article id="${operationId}" data-words="${searchWords(writing, placed)}">
    <h3>
      <a href="#${operationId}">${operationId}</a
      >${deprecated === true ? html` <small class="old">${messages.deprecated}</small>` : undefined}
    </h3>
    <p class="call">
      <span class="method ${method}">${method.toUpperCase()}</span> <code>${path}</code>
    </p>
    <p class="summary">${textWithCode(summary)}</p>
    ${lines}
    ${
      parameters.length === 0
        ? undefined
        : html`<details>
            <summary>${messages.parameters} (${parameters.length})</summary>
            ${rowsTable(writing, parameters)}
          </details>`
    }
    ${fieldTables(writing, operation.requestBody?.content, { heading: messages.body })}
    ${exampleBlocks(writing, placed)} ${answerBlocks(writing, document, operation)}
    ${refusalBlocks(writing, placed)}
  </article>`
}
