import { endpoints, type AnyEndpoint } from '@merchant-edge/contract'
import { describeEndpoints, type DescribedEndpoint } from './described-endpoint.ts'
import { headings } from './headings.ts'
import { ownRefusals, sharedRefusals } from './listed-refusals.ts'
import type { OpenApiDocument, PathOperations } from '../document/open-api-document.ts'
import { gatewayOperation, operationOf } from './operations.ts'
import { signedHeaders } from './signed-headers.ts'

function server(url: string, description: string): OpenApiDocument['servers'][number] {
  const [, variable = ''] = /\{(\w+)\}/.exec(url) ?? []
  const fallback = { default: 'http://localhost:8790' }
  return { url, description, variables: { [variable]: fallback } }
}

function pathsOf(all: readonly DescribedEndpoint[]): OpenApiDocument['paths'] {
  const paths: Record<string, PathOperations> = {}
  const linked = [server('{payment_url}', 'Host of linked accounts')]
  for (const described of all) {
    const { path, method, apiCode } = described.endpoint
    const key = method === 'GET' ? 'get' : 'post'
    const operation =
      apiCode === undefined
        ? operationOf(described)
        : gatewayOperation(all.filter(({ endpoint }) => endpoint.apiCode !== undefined))
    paths[path] = {
      ...(path.startsWith('/oh-integration/') && { servers: linked }),
      ...paths[path],
      [key]: operation,
    }
  }
  return paths
}

/** The API of the service for merchants, derived from the contract. */
export async function merchantApi(): Promise<OpenApiDocument> {
  // Not in the order of the exports, which a bundler keeps and Node sorts by name.
  const registry: readonly AnyEndpoint[] = Object.values(endpoints).toSorted((one, other) =>
    one.name < other.name ? -1 : 1,
  )
  const all = await describeEndpoints(
    registry.toSorted(
      (one, other) => Number(one.section.slice(2)) - Number(other.section.slice(2)),
    ),
  )
  const keyCode = { type: 'apiKey', in: 'header', name: 'X-Key-Code' }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Wallet service, merchant API',
      version: '1',
      description:
        'Every call of Specification 4.2 to 4.11, as Merchant Edge implements it. docs/gaps.md lists the points that the specification leaves open, each with a number (G-01 and on).',
    },
    servers: [server('{base_url}', 'Host of the merchant API')],
    tags: Object.entries(headings).map(([section, name]) => ({
      name,
      description: `Specification ${section}`,
    })),
    security: [{ keyCode: [] }],
    paths: pathsOf(all),
    'x-refusals': {
      common: sharedRefusals(endpoints.queryOrder),
      ...Object.fromEntries(
        registry
          .filter(({ refusals }) => Object.keys(refusals).length > 0)
          .map((endpoint) => [endpoint.name, ownRefusals(endpoint)]),
      ),
    },
    components: {
      parameters: Object.fromEntries(signedHeaders.map((header) => [header.name, header])),
      securitySchemes: { keyCode: { ...keyCode, description: 'Id of the API key (5.1).' } },
    },
  }
}
