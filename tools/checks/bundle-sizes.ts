import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'

/** A bundle of a typical consumer, with its size limit and texts that it must not contain. */
interface BundleCase {
  readonly name: string
  readonly code: string
  /** Maximum size; if left out, the size is only printed. */
  readonly goalBytes?: number
  readonly forbidden: readonly string[]
}

/** A measured bundle. */
export interface BundleSize {
  readonly name: string
  /** Minified and gzipped. */
  readonly gzipBytes: number
  readonly goalBytes?: number
  /** Forbidden texts that were found in the bundle. */
  readonly foundForbidden: readonly string[]
}

const cases: readonly BundleCase[] = [
  {
    name: 'signing a request',
    code: `export { signRequest } from '@merchant-edge/signing'`,
    goalBytes: 3 * 1024,
    forbidden: ['OpenSSH'],
  },
  {
    name: 'signing, all of it',
    code: `export * from '@merchant-edge/signing'`,
    forbidden: ['valibot'],
  },
  {
    name: 'callback verifier',
    code: `export { verifyPaymentCallback } from '@merchant-edge/callback'`,
    forbidden: ['/merchant-integration/', 'refund_period_over'],
  },
  {
    name: 'sign-on core, all of it',
    code: `export * from '@merchant-edge/oidc'`,
    // Reads published keys (JWK). A user with a key as PEM or DER also imports a parser for it.
    goalBytes: 22_380,
    forbidden: ['valibot', '__Host-', 'AES-GCM', 'sign_on_sessions', 'BEGIN'],
  },
  {
    name: 'client with one endpoint',
    code: `import { call, createClient } from '@merchant-edge/client'
import { queryOrder } from '@merchant-edge/contract'
export const query = (options, request) => call(createClient(options), queryOrder, request)`,
    // It logs nothing, so it contains no redaction. It has all options for points that the
    // specification leaves open.
    goalBytes: 13_100,
    forbidden: [
      '/orders/refund',
      '/orders/web-payment',
      '/orders/tqr',
      'refund_period_over',
      'merchantusername',
    ],
  },
  {
    name: 'client with every endpoint',
    code: `export { bindAll } from '@merchant-edge/client/all'
export { createClient } from '@merchant-edge/client'`,
    goalBytes: 30 * 1024,
    forbidden: ['drizzle'],
  },
]

async function measure(bundle: BundleCase): Promise<BundleSize> {
  const result = await build({
    stdin: { contents: bundle.code, resolveDir: import.meta.dirname, loader: 'ts' },
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    target: 'es2022',
    platform: 'neutral',
    mainFields: ['module', 'main'],
  })
  const text = result.outputFiles[0]?.text ?? ''
  return {
    name: bundle.name,
    gzipBytes: gzipSync(text, { level: 9 }).length,
    ...(bundle.goalBytes !== undefined && { goalBytes: bundle.goalBytes }),
    foundForbidden: bundle.forbidden.filter((forbidden) => text.includes(forbidden)),
  }
}

/** Bundles and minifies each case as a consumer would, and measures it. */
export function bundleSizes(): Promise<BundleSize[]> {
  return Promise.all(cases.map(measure))
}
