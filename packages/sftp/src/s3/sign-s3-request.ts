import { AwsV4Signer } from 'aws4fetch'

/** Who signs requests to the S3 API. */
export interface S3Credentials {
  /** Id of the access key, which is part of every request. */
  readonly accessKeyId: string
  /** Secret of the access key; it never leaves this process. */
  readonly secretAccessKey: string
  /** Token of temporary credentials, which is sent with every request. */
  readonly sessionToken?: string | undefined
}

/** A request to the S3 API before it is signed. */
export interface S3Request {
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE'
  /** Absolute address; its path is escaped as {@link escapeKey} does. */
  readonly url: URL
  /** Headers to sign besides `host`, with lower-case names. */
  readonly headers: Readonly<Record<string, string>>
}

/** What a signature is made for. */
export interface SigningScope {
  /** Region of the bucket; R2 calls it `auto`. */
  readonly region: string
  /** The present in milliseconds since 1970. */
  readonly nowMs: number
  /** Keeps the key of the day, which takes four HMACs to derive. */
  readonly keys?: Map<string, ArrayBuffer>
}

/**
 * Escapes the key of an object for a path: everything but letters, digits, `-._~` and the slashes.
 */
export function escapeKey(key: string): string {
  return encodeURIComponent(key)
    .replaceAll('%2F', '/')
    .replaceAll(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
}

/**
 * Signs a request with AWS Signature Version 4. A body is not part of the signature
 * (`UNSIGNED-PAYLOAD`), so that it can be streamed; HTTPS protects it.
 *
 * @returns all headers to send; `host` is left to fetch
 * @see https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html
 */
export async function signS3Request(
  { method, url, headers }: S3Request,
  credentials: S3Credentials,
  { region, nowMs, keys = new Map() }: SigningScope,
): Promise<Record<string, string>> {
  const signer = new AwsV4Signer({
    accessKeyId: credentials.accessKeyId,
    secretAccessKey: credentials.secretAccessKey,
    ...(credentials.sessionToken !== undefined && { sessionToken: credentials.sessionToken }),
    method,
    url: url.href,
    headers,
    service: 's3',
    region,
    datetime: new Date(nowMs).toISOString().replaceAll(/[:-]|\.\d{3}/g, ''),
    cache: keys,
    // Without it `range` and `content-length` could be changed on the way.
    allHeaders: true,
  })
  return Object.fromEntries((await signer.sign()).headers)
}
