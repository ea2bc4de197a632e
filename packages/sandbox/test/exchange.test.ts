import { createHash } from 'node:crypto'
import { request, type IncomingMessage } from 'node:http'
import { json } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startSandbox, type RunningSandbox } from '../src/node/start-sandbox.ts'

const checksumKey = 'a-key-from-the-house'
let sandbox: RunningSandbox

beforeAll(async () => {
  sandbox = await startSandbox({ checksumKey, tickMs: 0 })
  await sandbox.control.moveClock({ freezeAt: Date.parse('2026-03-05T10:00:00+07:00') / 1000 })
})
afterAll(() => sandbox.stop())

describe('the exchange folder over HTTP', () => {
  // Specification: 1.32
  it('serves the file of a day with its length, under the given checksum key', async () => {
    const { control, url } = sandbox
    await control.payMerchantQr({ amountVnd: 25_000 })
    await control.moveClock({ freezeAt: Date.parse('2026-03-06T00:30:00+07:00') / 1000 })
    const [file] = await control.exchangeFiles('EDGE')

    const answer = await fetch(`${url}/control/exchange/EDGE/${file?.name}`)

    const text = await answer.text()
    const [, data = '', checksum = ''] = /^(.*),([0-9a-f]{32})\r\n$/.exec(text) ?? []
    expect(file?.name).toBe('20260305_SERVICE_EDGE_TRAN.csv')
    expect(answer.headers.get('content-length')).toBe(String(file?.sizeBytes))
    expect(createHash('sha256').update(text).digest('hex')).toBe(file?.sha256)
    expect(
      createHash('md5')
        .update(data + checksumKey)
        .digest('hex'),
    ).toBe(checksum)
  })

  it('stores a stream of a few megabytes, and serves its end to a client that resumes', async () => {
    const { control } = sandbox
    const bytes = Uint8Array.from({ length: 5_000_001 }, (_, at) => (at * 7) % 253)
    const stream = new Blob([bytes]).stream()

    const file = await control.putExchangeFile('EDGE', 'large.bin', stream)

    const rest = await control.openExchangeFile('EDGE', 'large.bin', 4_999_000)
    expect(file.sha256).toBe(createHash('sha256').update(bytes).digest('hex'))
    expect(new Uint8Array(await new Response(rest).arrayBuffer())).toEqual(
      bytes.subarray(4_999_000),
    )
  })

  // Only the head is sent: a client that keeps writing a refused body may lose the answer.
  it('refuses a file whose announced length is above 64 MiB', async () => {
    const upload = request(`${sandbox.url}/control/exchange/EDGE/huge.bin`, {
      method: 'PUT',
      headers: { 'content-length': 64 * 1024 * 1024 + 1 },
    })
    upload.flushHeaders()

    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      upload.once('response', resolve).once('error', reject)
    })

    const body = await json(answer).finally(() => upload.destroy())
    expect(answer.statusCode).toBe(413)
    expect(body).toMatchObject({ error: { reason: 'too_large' } })
  })
})
