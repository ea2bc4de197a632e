import { createHash, createHmac } from 'node:crypto'
import { once } from 'node:events'
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http'

// A second reading of AWS Signature Version 4, with node:crypto and the raw request, that shares no
// code with the one under test.

const access = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG' }

interface StoredObject {
  readonly content: Buffer
  readonly modified: Date
}

/** How the server misbehaves. */
export interface S3Faults {
  /** Statuses to answer with, one for each of the next requests, instead of doing anything. */
  statuses: number[]
  /** Bytes after which the body of a GET breaks off. */
  breakAfterBytes: number | undefined
  /** Does the next PUT, and loses its answer. */
  loseNextAnswer: boolean
  /** Largest number of keys in one page of a listing. */
  pageSize: number
}

/** An S3 server in this process. */
export interface S3TestServer {
  readonly endpoint: string
  readonly credentials: typeof access
  readonly objects: Map<string, StoredObject>
  readonly faults: S3Faults
  /** `METHOD path` of every request, and why its signature was refused if it was. */
  readonly log: string[]
  set(key: string, content: Uint8Array): void
  stop(): Promise<void>
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}

/** Why a request is not signed rightly; empty when it is. */
function signatureProblem(request: IncomingMessage): string {
  const header = request.headers.authorization ?? ''
  const parts =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request,\s*SignedHeaders=([^,]+),\s*Signature=([0-9a-f]{64})$/.exec(
      header,
    )
  if (parts === null) return 'malformed'
  const [, id = '', day = '', region = '', signed = '', signature = ''] = parts
  if (id !== access.accessKeyId) return 'unknown key'
  const time = String(request.headers['x-amz-date'])
  if (!/^\d{8}T\d{6}Z$/.test(time) || !time.startsWith(day)) return 'date'
  const names = signed.split(';')
  if (names.join() !== [...names].sort().join()) return 'order of headers'
  const must = Object.keys(request.headers).filter((name) => /^x-amz-|^host$/.test(name))
  if (must.some((name) => !names.includes(name))) return 'unsigned header'
  const [path = '', query = ''] = (request.url ?? '').split('?')
  const pairs = query === '' ? [] : query.split('&').map((pair) => pair.replaceAll('+', '%20'))
  const canonical = [
    request.method,
    path,
    pairs.sort().join('&'),
    ...names.map((name) => `${name}:${String(request.headers[name])}`),
    '',
    signed,
    request.headers['x-amz-content-sha256'],
  ].join('\n')
  const digest = createHash('sha256').update(canonical).digest('hex')
  const text = `AWS4-HMAC-SHA256\n${time}\n${day}/${region}/s3/aws4_request\n${digest}`
  const key = hmac(
    hmac(hmac(hmac(`AWS4${access.secretAccessKey}`, day), region), 's3'),
    'aws4_request',
  )
  return hmac(key, text).toString('hex') === signature ? '' : 'signature'
}

function etagOf({ content }: StoredObject): string {
  return `"${createHash('md5').update(content).digest('hex')}"`
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}

function listing(server: S3TestServer, url: URL): string {
  const prefix = url.searchParams.get('prefix') ?? ''
  const after = url.searchParams.get('continuation-token') ?? ''
  const keys = [...server.objects.keys()].filter((key) => key.startsWith(prefix)).sort()
  const direct = keys.filter((key) => !key.slice(prefix.length).includes('/'))
  const folders = new Set(
    keys
      .filter((key) => key.slice(prefix.length).includes('/'))
      .map((key) => `${prefix}${key.slice(prefix.length).split('/')[0] ?? ''}/`),
  )
  const left = direct.filter((key) => key > after)
  const page = left.slice(0, server.faults.pageSize)
  const isCut = left.length > page.length
  return `<?xml version="1.0" encoding="UTF-8"?>
<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><IsTruncated>${isCut}</IsTruncated>
${isCut ? `<NextContinuationToken>${escapeXml(page.at(-1) ?? '')}</NextContinuationToken>` : ''}
${page
  .map((key) => {
    const object = server.objects.get(key)
    return `<Contents><Key>${encodeURIComponent(key)}</Key><LastModified>${object?.modified.toISOString() ?? ''}</LastModified><ETag>&quot;x&quot;</ETag><Size>${object?.content.length ?? 0}</Size></Contents>`
  })
  .join('\n')}
${(isCut ? [] : [...folders]).map((folder) => `<CommonPrefixes><Prefix>${encodeURIComponent(folder)}</Prefix></CommonPrefixes>`).join('')}
</ListBucketResult>`
}

function sendObject(
  server: S3TestServer,
  {
    request,
    response,
    object,
  }: { request: IncomingMessage; response: ServerResponse; object: StoredObject },
): void {
  const etag = etagOf(object)
  if (request.headers['if-match'] !== undefined && request.headers['if-match'] !== etag) {
    response.writeHead(412).end()
    return
  }
  const range = /^bytes=(\d+)-(\d+)$/.exec(String(request.headers.range))
  const from = Number(range?.[1] ?? 0)
  const body = object.content.subarray(from, range === null ? undefined : Number(range[2]) + 1)
  const headers = {
    etag,
    'content-length': body.length,
    'last-modified': object.modified.toUTCString(),
  }
  response.writeHead(range === null ? 200 : 206, headers)
  const { breakAfterBytes } = server.faults
  if (request.method === 'HEAD') response.end()
  else if (breakAfterBytes === undefined || body.length <= breakAfterBytes) response.end(body)
  else
    response.write(body.subarray(0, breakAfterBytes), () => setTimeout(() => response.destroy(), 5))
}

async function putObject(
  server: S3TestServer,
  { request, response, key }: { request: IncomingMessage; response: ServerResponse; key: string },
): Promise<void> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const copied = request.headers['x-amz-copy-source']
  const source = copied === undefined ? undefined : decodeURIComponent(String(copied)).split('/')
  if (copied === undefined && request.headers['content-length'] === undefined) {
    response.writeHead(411).end()
    return
  }
  if (request.headers['if-none-match'] === '*' && server.objects.has(key)) {
    response.writeHead(412).end()
    return
  }
  const content =
    source === undefined
      ? Buffer.concat(chunks)
      : (server.objects.get(source.slice(2).join('/'))?.content ?? Buffer.alloc(0))
  server.set(key, content)
  if (server.faults.loseNextAnswer) {
    server.faults.loseNextAnswer = false
    response.destroy()
    return
  }
  response.writeHead(200).end()
}

async function answer(
  server: S3TestServer,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://localhost')
  const problem = signatureProblem(request)
  server.log.push(`${request.method} ${url.pathname}${problem === '' ? '' : ` ${problem}`}`)
  const fault = server.faults.statuses.shift()
  if (fault !== undefined || problem !== '') {
    request.resume()
    response.writeHead(fault ?? 403).end()
    return
  }
  const [, bucket, ...rest] = url.pathname.split('/')
  const key = rest.map(decodeURIComponent).join('/')
  if (bucket !== 'files') response.writeHead(404).end()
  else if (key === '') response.end(listing(server, url))
  else if (request.method === 'PUT') await putObject(server, { request, response, key })
  else if (request.method === 'DELETE') {
    server.objects.delete(key)
    response.writeHead(204).end()
  } else {
    const object = server.objects.get(key)
    if (object === undefined) response.writeHead(404).end()
    else sendObject(server, { request, response, object })
  }
}

/** Starts an S3 server with one empty bucket, `files`, that checks every signature. */
export async function startS3Server(): Promise<S3TestServer> {
  const http = createServer((request, response) => {
    answer(server, request, response).catch(() => response.destroy())
  })
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  const bound = http.address()
  if (bound === null || typeof bound === 'string') throw new Error('no port')
  const objects = new Map<string, StoredObject>()
  const server: S3TestServer = {
    endpoint: `http://127.0.0.1:${bound.port}`,
    credentials: access,
    objects,
    faults: { statuses: [], breakAfterBytes: undefined, loseNextAnswer: false, pageSize: 1000 },
    log: [],
    set: (key, content) =>
      void objects.set(key, {
        content: Buffer.from(content),
        modified: new Date(1_700_000_000_000),
      }),
    async stop() {
      http.closeAllConnections()
      http.close()
      await once(http, 'close')
    },
  }
  return server
}
