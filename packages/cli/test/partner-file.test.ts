import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { listen } from './listen.ts'
import { jsonOf, merchantEdgeHere } from './merchant-edge.ts'
import { scratchDirectory } from './scratch-directory.ts'

const content = 'EDGE,INV-1,T1,5000,VND\r\n'
const digest = createHash('sha256').update(content).digest('base64')
const day = '2026-09-01'

interface Asked {
  readonly url: string | undefined
  readonly authorization: string | undefined
}

const directory = scratchDirectory()
let folder: string
let server: Server | undefined
let asked: Asked[] = []

beforeEach(() => {
  folder = mkdtempSync(join(directory, 'partner-file-'))
  writeFileSync(join(folder, 'secret'), 'tell-nobody\n')
  asked = []
})

afterEach(async () => {
  if (server) await new Promise((resolve) => server?.close(resolve))
  server = undefined
})

interface Scripted {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body: string
}

async function checkout({ status, headers = {}, body }: Scripted): Promise<string> {
  const started = createServer((request, response) => {
    asked.push({ url: request.url, authorization: request.headers.authorization })
    response.writeHead(status, { connection: 'close', ...headers }).end(body)
  })
  server = started
  return listen(started)
}

function run(url: string, more: readonly string[] = []) {
  const secret = ['--secret-file', join(folder, 'secret')]
  return merchantEdgeHere([
    'partner-file',
    '--date',
    day,
    '--url',
    url,
    ...secret,
    ...more,
    '--json',
  ])
}

describe('partner-file', () => {
  it.each(['', 'a key\nof two lines\n', 'geheimnis-ß'])(
    'refuses a malformed secret, and does not show it: %j',
    async (secret) => {
      writeFileSync(join(folder, 'secret'), secret)

      const ended = await run('http://127.0.0.1:9')

      expect(ended.code).toBe(2)
      expect(jsonOf(ended)).toMatchObject({ error: { reason: 'secret_unusable' } })
      expect(ended.stdout).not.toMatch(/a key|geheim/)
    },
  )

  it('writes the file under the given name', async () => {
    const headers = { 'repr-digest': `sha-256=:${digest}:` }
    const url = await checkout({ status: 200, headers, body: content })
    const path = join(folder, 'day.csv')

    const outcome = await run(url, ['--out', path])

    expect(outcome.code).toBe(0)
    expect(jsonOf(outcome)).toEqual({ path, name: 'day.csv', bytes: content.length })
    expect(readFileSync(path, 'utf8')).toBe(content)
    expect(asked).toEqual([{ url: `/files/partner/${day}`, authorization: 'Bearer tell-nobody' }])
  })

  it('removes a file that differs from its announced hash', async () => {
    const headers = { 'repr-digest': `sha-256=:${digest}:` }
    const url = await checkout({ status: 200, headers, body: content.replace('5000', '9000') })

    const outcome = await run(url, ['--out', join(folder, 'day.csv')])

    expect(outcome.code).toBe(1)
    expect(jsonOf(outcome)['error']).toMatchObject({ reason: 'broke_off' })
    expect(readdirSync(folder)).toEqual(['secret'])
  })

  it.each([
    ['a page of a proxy', { 'content-type': 'text/html' }],
    ['a file without the digest with which checkout sends it', { 'content-type': 'text/csv' }],
    [
      'the file of another day',
      {
        'content-disposition': 'attachment; filename="20260902_EDGE_SERVICE_TRAN.csv"',
        'repr-digest': `sha-256=:${digest}:`,
      },
    ],
  ])('keeps nothing of %s', async (_about, headers) => {
    const url = await checkout({ status: 200, headers, body: content })

    const outcome = await run(url, ['--out', join(folder, 'day.csv')])

    expect(outcome.code).toBe(1)
    expect(jsonOf(outcome)['error']).toMatchObject({ reason: 'partner_file_refused' })
    expect(readdirSync(folder)).toEqual(['secret'])
  })

  it('refuses a file name with a path in it', async () => {
    const headers = { 'content-disposition': 'attachment; filename="../../x.csv"' }
    const url = await checkout({ status: 200, headers, body: content })

    const outcome = await run(url)

    expect(outcome.code).toBe(1)
    expect(jsonOf(outcome)['error']).toMatchObject({ message: 'The answer names no file.' })
  })

  it('prints the message of checkout, and never the secret', async () => {
    const error = { reason: 'day_not_over', message: 'Not complete yet.', remedy: 'Ask later.' }
    const url = await checkout({ status: 409, body: JSON.stringify({ error }) })

    const outcome = await run(url)

    expect(outcome.code).toBe(1)
    const { message, remedy } = error
    expect(jsonOf(outcome)['error']).toMatchObject({ message, remedy })
    expect(outcome.stdout + outcome.stderr).not.toContain('tell-nobody')
  })

  it('reports the status of a refusal that breaks off', async () => {
    const started = createServer((_request, response) => {
      response.writeHead(503, { 'content-length': '500', connection: 'close' })
      response.write('{"error":', () => response.destroy())
    })
    server = started

    const { code, stdout, stderr } = await run(await listen(started))

    expect(code).toBe(1)
    expect(jsonOf({ code, stdout, stderr })).toMatchObject({
      error: { reason: 'partner_file_refused', message: 'Checkout answered HTTP 503.' },
    })
  })

  it.each(['2026-02-30', '20260901', 'today'])('refuses %s as a day', async (date) => {
    const secret = ['--secret-file', join(folder, 'secret')]

    const outcome = await merchantEdgeHere([
      'partner-file',
      '--date',
      date,
      '--url',
      'http://127.0.0.1:9',
      ...secret,
    ])

    expect(outcome.code).toBe(2)
    expect(outcome.stderr).toContain('--date is no day of the calendar.')
  })
})
