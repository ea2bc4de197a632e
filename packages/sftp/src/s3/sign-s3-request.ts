import type { S3Credentials } from './s3-credentials.ts'

/** A request to the S3 API before it is signed. */
export interface S3Request {
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'DELETE'
  /** Absolute address; its path is escaped as `escapeKey` does. */
  readonly url: URL
  /** Headers to sign besides `host`, with lower-case names. */
  readonly headers: Readonly<Record<string, string>>
}

const encoder = new TextEncoder()

function hex(bytes: ArrayBuffer): string {
  return Buffer.from(bytes).toString('hex')
}

async function sha256Hex(text: string): Promise<string> {
  return hex(await crypto.subtle.digest('SHA-256', encoder.encode(text)))
}

async function hmac(key: Uint8Array<ArrayBuffer>, text: string): Promise<Uint8Array<ArrayBuffer>> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const imported = await crypto.subtle.importKey('raw', key, algorithm, false, ['sign'])
  return new Uint8Array(await crypto.subtle.sign('HMAC', imported, encoder.encode(text)))
}

/** Escapes as the signature wants it: everything but letters, digits and `-._~`. */
function escapeStrictly(text: string): string {
  return encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

/** Escapes the key of an object for a path; slashes stay. */
export function escapeKey(key: string): string {
  return key.split('/').map(escapeStrictly).join('/')
}

function canonicalQuery(url: URL): string {
  return [...url.searchParams]
    .map(([name, value]) => [escapeStrictly(name), escapeStrictly(value)] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map((pair) => pair.join('='))
    .join('&')
}

/** What stands in front of every body that is sent as a stream: HTTPS vouches for it. */
const unsignedPayload = 'UNSIGNED-PAYLOAD'

/**
 * Signs a request with AWS Signature Version 4.
 *
 * @param scope region (`auto` on R2) and the present in milliseconds since 1970
 * @returns all headers to send; `host` is left to fetch
 * @see https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html
 */
export async function signS3Request(
  request: S3Request,
  credentials: S3Credentials,
  scope: { readonly region: string; readonly nowMs: number },
): Promise<Record<string, string>> {
  const { method, url } = request
  const time = new Date(scope.nowMs).toISOString().replaceAll(/[:-]|\.\d{3}/g, '')
  const day = time.slice(0, 8)
  const payload = request.headers['x-amz-content-sha256'] ?? unsignedPayload
  const sent = { ...request.headers, 'x-amz-content-sha256': payload, 'x-amz-date': time }
  const headers = Object.entries({ ...sent, host: url.host }).sort(([a], [b]) => (a < b ? -1 : 1))
  const names = headers.map(([name]) => name).join(';')
  const lines = headers.map(([name, value]) => `${name}:${value.trim()}\n`).join('')
  const canonical = [method, url.pathname, canonicalQuery(url), lines, names, payload].join('\n')
  const place = `${day}/${scope.region}/s3/aws4_request`
  const text = ['AWS4-HMAC-SHA256', time, place, await sha256Hex(canonical)].join('\n')
  let key = encoder.encode(`AWS4${credentials.secretAccessKey}`)
  for (const part of place.split('/')) key = await hmac(key, part)
  const signature = hex((await hmac(key, text)).buffer)
  const authorization = `AWS4-HMAC-SHA256 Credential=${credentials.accessKeyId}/${place},SignedHeaders=${names},Signature=${signature}`
  return { ...sent, authorization }
}
