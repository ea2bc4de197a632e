export * from './endpoints.ts'
export * as endpoints from './endpoints.ts'
export type { AnyEndpoint, Endpoint } from './endpoint.ts'
