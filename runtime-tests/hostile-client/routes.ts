import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { OpenApiDocument } from '@merchant-edge/tools/answer-faults'
import type { Route } from './hostile-requests.ts'

/** The route table of a Hono application. */
interface RouteTable {
  readonly routes: readonly { readonly method: string; readonly path: string }[]
}

/** Every address that an application serves; middleware is left out. */
export function routesOf({ routes }: RouteTable): readonly Route[] {
  const lines = routes
    .filter(({ path }) => path !== '/*')
    .flatMap(({ method, path }) => {
      const openApiPath = path.replaceAll(/:(\w+)(?:\{[^}]*\})?/g, '{$1}').replace('*', '{rest}')
      const all = method === 'ALL' ? ['GET', 'POST'] : [method]
      return all.map((one) => `${one} ${openApiPath}`)
    })
  return [...new Set(lines)].map((line) => {
    const [method = '', path = ''] = line.split(' ')
    return { method, path }
  })
}

/** The OpenAPI document of the Workers, as it is published. */
export async function readWorkersDocument(): Promise<OpenApiDocument> {
  const file = join(import.meta.dirname, '../../docs/openapi/workers.json')
  const document: OpenApiDocument = JSON.parse(await readFile(file, 'utf8'))
  return document
}

/** Every address of the document. */
export function documentedRoutes({ paths }: OpenApiDocument): readonly Route[] {
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.keys(operations)
      .filter((name) => /^(?:get|post|put|delete)$/.test(name))
      .map((method) => ({ method: method.toUpperCase(), path })),
  )
}
