import { createHash, createHmac } from 'node:crypto'
import { once } from 'node:events'
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http'

// A second reading of AWS Signature Version 4, with node:crypto and the raw request, that shares no
// code with the one under test.

const access = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG' }

interface StoredObject {
  readonly content: Buffer
  readonly modified: Date
  /** Version in quotes: the MD5 of the content, or of its parts. */
  readonly etag: string
}

interface OpenUpload {
  readonly key: string
  readonly parts: Map<number, StoredObject>
}

/** How the server misbehaves, and what it does not know. */
export interface S3Faults {
  /** Statuses to answer with, one for each of the next requests, instead of doing anything. */
  statuses: number[]
  /** Bytes after which the body of a GET breaks off. */
  breakAfterBytes: number | undefined
  /** Bytes after which the next body stands still: that of a GET, or the one that a PUT sends. */
  stallAfterBytes: number | undefined
  /** Does the next PUT or POST, and loses its answer. */
  loseNextAnswer: boolean
  /** Largest number of keys in one page of a listing. */
  pageSize: number
  /** Codes of errors in the bodies of the next answers to a copy or a completion, whose status is 200. */
  errorsInBody: string[]
  /** Carries out a request and answers it with an error. */
  doesWhatFailed: boolean
  /** Answers the next copy as successful, but stores only this much of it. */
  copiedBytes: number | undefined
  /** Whether `If-Match` of a GET is ignored, as some services do. */
  ignoresIfMatch: boolean
  /** First byte that the next GET of a range sends in place of the requested one. */
  sendsFrom: number | undefined
  /** What becomes of `If-None-Match`: older services ignore it or know no such header. */
  conditions: 'kept' | 'ignored' | 'not implemented'
  /** Whether keys in a listing are encoded when that is asked for. */
  encodesKeys: boolean
  /** Bytes of a part after which the connection breaks, once for each entry. */
  breakParts: number[]
  /** Does something between the look of a client and its request. */
  beforeWrite: (() => void) | undefined
  /** Breaks the connection of every request for this key. */
  breaksAt: string | undefined
  /** Denies the right to write this key. */
  denies: string | undefined
}

/** An S3 server in this process. */
export interface S3TestServer {
  readonly endpoint: string
  readonly credentials: typeof access
  readonly objects: Map<string, StoredObject>
  /** Uploads in parts that are neither complete nor aborted, by their ids. */
  readonly uploads: Map<string, OpenUpload>
  readonly faults: S3Faults
  /** `METHOD path` of every request, and why its signature was refused if it was. */
  readonly log: string[]
  set(key: string, content: Uint8Array): void
  stop(): Promise<void>
}

/** The region of the server; another one in a signature is refused as S3 does. */
export const serverRegion = 'ap-southeast-1'
const minPartBytes = 5 * 1024 * 1024

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
  if (region !== serverRegion && region !== 'auto') return 'region'
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

function md5(content: Uint8Array): string {
  return createHash('md5').update(content).digest('hex')
}

function stored(content: Buffer, etag = md5(content)): StoredObject {
  return { content, modified: new Date(1_700_000_000_123), etag: `"${etag}"` }
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}

function errorXml(code: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>No.</Message></Error>`
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
  const isEncoded = server.faults.encodesKeys && url.searchParams.get('encoding-type') === 'url'
  const written = (key: string) => (isEncoded ? encodeURIComponent(key) : escapeXml(key))
  const left = direct.filter((key) => key > after)
  const page = left.slice(0, server.faults.pageSize)
  const isCut = left.length > page.length
  return `<?xml version="1.0" encoding="UTF-8"?>
<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><IsTruncated>${isCut}</IsTruncated>${isEncoded ? '<EncodingType>url</EncodingType>' : ''}
${isCut ? `<NextContinuationToken>${escapeXml(page.at(-1) ?? '')}</NextContinuationToken>` : ''}
${page
  .map((key) => {
    const object = server.objects.get(key)
    return `<Contents><Key>${written(key)}</Key><LastModified>${object?.modified.toISOString() ?? ''}</LastModified><ETag>&quot;x&quot;</ETag><Size>${object?.content.length ?? 0}</Size></Contents>`
  })
  .join('\n')}
${(isCut ? [] : [...folders]).map((folder) => `<CommonPrefixes><Prefix>${written(folder)}</Prefix></CommonPrefixes>`).join('')}
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
  const { etag } = object
  const expected = server.faults.ignoresIfMatch ? undefined : request.headers['if-match']
  if (expected !== undefined && expected !== etag) {
    response.writeHead(412).end()
    return
  }
  const range = /^bytes=(\d+)-(\d+)$/.exec(String(request.headers.range))
  const from = server.faults.sendsFrom ?? Number(range?.[1] ?? 0)
  const body = object.content.subarray(from, range === null ? undefined : Number(range[2]) + 1)
  const end = from + body.length - 1
  const headers = {
    etag,
    ...(range !== null && { 'content-range': `bytes ${from}-${end}/${object.content.length}` }),
    'content-length': body.length,
    'last-modified': object.modified.toUTCString(),
  }
  response.writeHead(range === null ? 200 : 206, headers)
  const { breakAfterBytes, stallAfterBytes } = server.faults
  if (request.method === 'HEAD') response.end()
  else if (stallAfterBytes !== undefined) {
    server.faults.stallAfterBytes = undefined
    response.write(body.subarray(0, stallAfterBytes))
  } else if (breakAfterBytes === undefined || body.length <= breakAfterBytes) response.end(body)
  else
    response.write(body.subarray(0, breakAfterBytes), () => setTimeout(() => response.destroy(), 5))
}

function sendListing({ faults }: S3TestServer, response: ServerResponse, xml: string): void {
  const { stallAfterBytes } = faults
  faults.stallAfterBytes = undefined
  if (stallAfterBytes === undefined) response.end(xml)
  else response.write(xml.slice(0, stallAfterBytes))
}

interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly url: URL
  readonly key: string
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** Sends an answer, unless it is to be lost. */
function reply(
  server: S3TestServer,
  { response }: Exchange,
  { status = 200, etag, body = '' }: { status?: number; etag?: string; body?: string },
): void {
  if (status === 200 && server.faults.loseNextAnswer) {
    server.faults.loseNextAnswer = false
    response.destroy()
    return
  }
  response.writeHead(status, etag === undefined ? {} : { etag }).end(body)
}

/** Why a conditional request is not carried out; `undefined` when it is. */
function refusedCondition(
  { objects, faults }: S3TestServer,
  { request, key }: Exchange,
): number | undefined {
  const isAsked = request.headers['if-none-match'] !== undefined
  if (!isAsked || faults.conditions === 'ignored') return undefined
  if (faults.conditions === 'not implemented') return 501
  return objects.has(key) ? 412 : undefined
}

/** Answers with 200 and with what became of it afterwards, as S3 does with long requests. */
function replyLate(
  server: S3TestServer,
  exchange: Exchange,
  { done, work }: { done: string; work: () => void },
): void {
  const error = server.faults.errorsInBody.shift()
  if (error === undefined || server.faults.doesWhatFailed) work()
  reply(server, exchange, { body: ` \n  ${error === undefined ? done : errorXml(error)}` })
}

function copyObject(server: S3TestServer, exchange: Exchange, copied: string): void {
  const source = server.objects.get(decodeURIComponent(copied).split('/').slice(2).join('/'))
  if (source === undefined) {
    reply(server, exchange, { status: 404, body: errorXml('NoSuchKey') })
    return
  }
  const expected = exchange.request.headers['x-amz-copy-source-if-match']
  if (expected !== undefined && expected !== source.etag) {
    reply(server, exchange, { status: 412, body: errorXml('PreconditionFailed') })
    return
  }
  replyLate(server, exchange, {
    done: `<CopyObjectResult><ETag>${escapeXml(source.etag)}</ETag></CopyObjectResult>`,
    work() {
      const { copiedBytes } = server.faults
      if (copiedBytes === 0) return
      // A copy is one object, also of an object that came in parts: its etag is another.
      server.set(exchange.key, source.content.subarray(0, copiedBytes))
    },
  })
}

async function putObject(server: S3TestServer, exchange: Exchange): Promise<void> {
  const { request, key } = exchange
  if (server.faults.stallAfterBytes !== undefined) {
    server.faults.stallAfterBytes = undefined
    // A paused request is read no further, so that the client can send no more than the buffers hold.
    request.pause()
    return
  }
  const content = await bodyOf(request)
  server.faults.beforeWrite?.()
  const refused = refusedCondition(server, exchange)
  if (refused !== undefined) {
    const code = refused === 501 ? 'NotImplemented' : 'PreconditionFailed'
    reply(server, exchange, { status: refused, body: errorXml(code) })
    return
  }
  const copied = request.headers['x-amz-copy-source']
  if (copied !== undefined) {
    copyObject(server, exchange, String(copied))
    return
  }
  if (request.headers['content-length'] === undefined) {
    reply(server, exchange, { status: 411, body: errorXml('MissingContentLength') })
    return
  }
  server.set(key, content)
  reply(server, exchange, { etag: stored(content).etag })
}

async function putPart(
  server: S3TestServer,
  exchange: Exchange,
  { parts }: OpenUpload,
): Promise<void> {
  const { request, response, url } = exchange
  const most = server.faults.breakParts.shift()
  if (most !== undefined) {
    let bytes = 0
    for await (const chunk of request) {
      bytes += chunk.length
      if (bytes > most) break
    }
    response.destroy()
    return
  }
  const part = stored(await bodyOf(request))
  if (Number(request.headers['content-length']) !== part.content.length) {
    reply(server, exchange, { status: 400, body: errorXml('IncompleteBody') })
    return
  }
  parts.set(Number(url.searchParams.get('partNumber')), part)
  reply(server, exchange, { etag: part.etag })
}

/** The parts that a completion names, or why they are refused. */
function namedParts(xml: string, { parts }: OpenUpload): StoredObject[] | string {
  const named = [...xml.matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>([^<]+)<\/ETag>/g)]
  const found: StoredObject[] = []
  for (const [at, [, number, etag]] of named.entries()) {
    if (Number(number) !== at + 1) return 'InvalidPartOrder'
    const part = parts.get(at + 1)
    if (part === undefined || part.etag !== etag) return 'InvalidPart'
    const isLast = at === named.length - 1
    if (!isLast && part.content.length < minPartBytes) return 'EntityTooSmall'
    found.push(part)
  }
  return found.length === 0 ? 'MalformedXML' : found
}

async function completeUpload(
  server: S3TestServer,
  exchange: Exchange,
  upload: OpenUpload,
): Promise<void> {
  const found = namedParts((await bodyOf(exchange.request)).toString(), upload)
  server.faults.beforeWrite?.()
  const refused = refusedCondition(server, exchange)
  if (typeof found === 'string' || refused !== undefined) {
    const code = typeof found === 'string' ? found : 'PreconditionFailed'
    reply(server, exchange, { status: refused ?? 400, body: errorXml(code) })
    return
  }
  replyLate(server, exchange, {
    done: `<CompleteMultipartUploadResult><Key>${escapeXml(exchange.key)}</Key></CompleteMultipartUploadResult>`,
    work() {
      const sums = Buffer.concat(found.map(({ etag }) => Buffer.from(etag.slice(1, -1), 'hex')))
      const content = Buffer.concat(found.map((part) => part.content))
      server.objects.set(exchange.key, stored(content, `${md5(sums)}-${found.length}`))
      server.uploads.delete(exchange.url.searchParams.get('uploadId') ?? '')
    },
  })
}

async function answerUpload(server: S3TestServer, exchange: Exchange): Promise<void> {
  const { request, url, key } = exchange
  if (url.searchParams.has('uploads')) {
    const id = `upload/${server.uploads.size + 1}+${server.log.length}=`
    server.uploads.set(id, { key, parts: new Map() })
    const body = `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`
    reply(server, exchange, { body })
    return
  }
  const id = url.searchParams.get('uploadId') ?? ''
  const upload = server.uploads.get(id)
  if (upload?.key !== key) {
    request.resume()
    reply(server, exchange, { status: 404, body: errorXml('NoSuchUpload') })
  } else if (request.method === 'PUT') await putPart(server, exchange, upload)
  else if (request.method === 'POST') await completeUpload(server, exchange, upload)
  else {
    server.uploads.delete(id)
    reply(server, exchange, { status: 204 })
  }
}

/** Status and code with which a request is refused as it comes; `undefined` when it is not. */
function refusedAtOnce(server: S3TestServer, problem: string, bucket = '') {
  const fault = server.faults.statuses.shift()
  if (fault !== undefined) return { status: fault, body: '' }
  if (problem === 'region') return { status: 400, body: errorXml('AuthorizationHeaderMalformed') }
  if (problem !== '') return { status: 403, body: errorXml('SignatureDoesNotMatch') }
  return bucket === 'files' ? undefined : { status: 404, body: errorXml('NoSuchBucket') }
}

async function answer(
  server: S3TestServer,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://localhost')
  const problem = signatureProblem(request)
  server.log.push(`${request.method} ${url.pathname}${problem === '' ? '' : ` ${problem}`}`)
  const [, bucket, ...rest] = url.pathname.split('/')
  const key = rest.map(decodeURIComponent).join('/')
  const exchange = { request, response, url, key }
  if (key !== '' && key === server.faults.breaksAt) {
    response.destroy()
    return
  }
  const isDenied = request.method === 'PUT' && key === server.faults.denies
  const refused = isDenied
    ? { status: 403, body: errorXml('AccessDenied') }
    : refusedAtOnce(server, problem, bucket)
  if (refused !== undefined) {
    request.resume()
    reply(server, exchange, refused)
  } else if (key === '') sendListing(server, response, listing(server, url))
  else if (url.searchParams.has('uploads') || url.searchParams.has('uploadId')) {
    await answerUpload(server, exchange)
  } else if (request.method === 'PUT') await putObject(server, exchange)
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
    uploads: new Map(),
    faults: {
      statuses: [],
      breakAfterBytes: undefined,
      stallAfterBytes: undefined,
      loseNextAnswer: false,
      pageSize: 1000,
      errorsInBody: [],
      doesWhatFailed: false,
      copiedBytes: undefined,
      ignoresIfMatch: false,
      sendsFrom: undefined,
      conditions: 'kept',
      encodesKeys: true,
      breakParts: [],
      beforeWrite: undefined,
      breaksAt: undefined,
      denies: undefined,
    },
    log: [],
    set: (key, content) => void objects.set(key, stored(Buffer.from(content))),
    async stop() {
      http.closeAllConnections()
      http.close()
      await once(http, 'close')
    },
  }
  return server
}
