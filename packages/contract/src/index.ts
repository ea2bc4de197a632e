export * from './endpoints.ts'
export * as endpoints from './endpoints.ts'
export type { AnyEndpoint, BodySignature, BodySignatureEncoding, Endpoint } from './endpoint.ts'
