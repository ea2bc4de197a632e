import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { jsonOf, merchantEdgeHere } from './merchant-edge.ts'
import { scratchDirectory } from './scratch-directory.ts'
import { scriptedCheckout } from './scripted-checkout.ts'

const content = 'EDGE,INV-1,T1,5000,VND\r\n'
const digest = createHash('sha256').update(content).digest('base64')
const day = '2026-09-01'

const checkout = scriptedCheckout()
const directory = scratchDirectory()
let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(directory, 'partner-file-'))
  writeFileSync(join(folder, 'secret'), 'tell-nobody\n')
})

function run(more: readonly string[] = []) {
  const secret = ['--secret-file', join(folder, 'secret')]
  return merchantEdgeHere([
    'partner-file',
    '--date',
    day,
    '--url',
    checkout.url,
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

      const ended = await run()

      expect(ended.code).toBe(2)
      expect(jsonOf(ended)).toMatchObject({ error: { reason: 'secret_unusable' } })
      expect(ended.stdout).not.toMatch(/a key|geheim/)
    },
  )

  it('writes the file under the given name', async () => {
    const headers = { 'repr-digest': `sha-256=:${digest}:` }
    await checkout.answers({ headers, text: content })
    const path = join(folder, 'day.csv')

    const outcome = await run(['--out', path])

    expect(outcome.code).toBe(0)
    expect(jsonOf(outcome)).toEqual({ path, name: 'day.csv', bytes: content.length })
    expect(readFileSync(path, 'utf8')).toBe(content)
    expect(checkout.asked).toMatchObject([
      { url: `/files/partner/${day}`, authorization: 'Bearer tell-nobody' },
    ])
  })

  it('removes a file that differs from its announced hash', async () => {
    const headers = { 'repr-digest': `sha-256=:${digest}:` }
    await checkout.answers({ headers, text: content.replace('5000', '9000') })

    const outcome = await run(['--out', join(folder, 'day.csv')])

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
    await checkout.answers({ headers, text: content })

    const outcome = await run(['--out', join(folder, 'day.csv')])

    expect(outcome.code).toBe(1)
    expect(jsonOf(outcome)['error']).toMatchObject({ reason: 'partner_file_refused' })
    expect(readdirSync(folder)).toEqual(['secret'])
  })

  it('refuses a file name with a path in it', async () => {
    const headers = { 'content-disposition': 'attachment; filename="../../x.csv"' }
    await checkout.answers({ headers, text: content })

    const outcome = await run()

    expect(outcome.code).toBe(1)
    expect(jsonOf(outcome)['error']).toMatchObject({ message: 'The answer names no file.' })
  })

  it('prints the message of checkout, and never the secret', async () => {
    const error = { reason: 'day_not_over', message: 'Not complete yet.', remedy: 'Ask later.' }
    await checkout.answers({ status: 409, json: { error } })

    const outcome = await run()

    expect(outcome.code).toBe(1)
    const { message, remedy } = error
    expect(jsonOf(outcome)['error']).toMatchObject({ message, remedy })
    expect(outcome.stdout + outcome.stderr).not.toContain('tell-nobody')
  })

  it('reports the status of a refusal that breaks off', async () => {
    await checkout.answers({
      status: 503,
      headers: { 'content-length': '500' },
      text: '{"error":',
      breaks: true,
    })

    const { code, stdout, stderr } = await run()

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
