import type { AnyEndpoint } from '@merchant-edge/contract'
import type { DescribedEndpoint } from './described-endpoint.ts'
import type { Operation, Parameter } from '../document/open-api-document.ts'
import { requestBody } from './request-body.ts'
import { requestParameters } from './request-parameters.ts'
import { responses } from './responses.ts'
import { headings } from './headings.ts'
import { signedHeaders } from './signed-headers.ts'

function notes(endpoint: AnyEndpoint): string {
  const { section, effect, settledBy, gaps, duplicates } = endpoint
  return [
    `Specification ${section}.`,
    effect === 'read' ? 'Read-only; may be repeated.' : 'Changes state.',
    ...(duplicates === undefined ? [] : ['Do not repeat it when its outcome is unknown.']),
    ...(settledBy === undefined ? [] : [`After an unknown outcome: ${settledBy}`]),
    `Open points: ${gaps.join(', ')}.`,
  ].join(' ')
}

/** The operation of an endpoint with its own path. */
export function operationOf(described: DescribedEndpoint): Operation {
  const { endpoint } = described
  const { name, section, summary, method, replacedBy } = endpoint
  return {
    operationId: name,
    tags: [headings[section] ?? section],
    summary,
    description: notes(endpoint),
    ...(replacedBy !== undefined && { deprecated: true }),
    parameters: [
      ...requestParameters(described),
      ...signedHeaders.map((header) => ({ $ref: `#/components/parameters/${header.name}` })),
    ],
    ...(method === 'POST' && {
      requestBody: { required: true, content: requestBody([described]) },
    }),
    responses: responses([described]),
  }
}

/** The calls that share the path of the gateway; OpenAPI allows one operation for them. */
export function gatewayOperation(all: readonly DescribedEndpoint[]): Operation {
  const codes = all.flatMap(({ endpoint }) => endpoint.apiCode ?? [])
  const meanings = all.map(({ endpoint }) => `\`${endpoint.apiCode}\`: \`${endpoint.name}\``)
  const lines = all.map(
    ({ endpoint }) => `- \`${endpoint.apiCode}\` (${endpoint.name}): ${endpoint.summary}`,
  )
  const header = (name: string, description: string): Parameter => ({
    name,
    in: 'header',
    required: false,
    description,
    schema: { type: 'string' },
  })
  return {
    operationId: 'gateway',
    tags: [headings['4.9'] ?? ''],
    summary: 'Loyalty calls over the gateway, selected by X-API-Code.',
    description: `Specification 4.9.\n${lines.join('\n')}`,
    parameters: [
      {
        ...header('X-API-Code', `Selects the call. ${meanings.join('; ')}.`),
        required: true,
        schema: { enum: codes },
      },
      header('X-Merchant-ID', 'Code of the store, for calls of members and top-ups.'),
      header('X-Terminal-ID', 'POS code of the terminal, for calls of members and top-ups.'),
      ...signedHeaders.map(({ name }) => ({ $ref: `#/components/parameters/${name}` })),
    ],
    requestBody: { required: true, content: requestBody(all) },
    responses: responses(all),
  }
}
