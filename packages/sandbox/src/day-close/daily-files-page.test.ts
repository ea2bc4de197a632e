import { createHash } from 'node:crypto'
import { exports } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import { logIn } from '../../test/page-bench.ts'
import {
  checksumKey,
  exchangeBench,
  partnerRow,
  type ExchangeBench,
} from '../../test/exchange-bench.ts'

const origin = 'http://localhost'
const path = '/merchant/daily-files'
const partnerFile = '20260305_EDGE_SERVICE_TRAN.csv'
const serviceFile = '20260305_SERVICE_EDGE_TRAN.csv'
let bench: ExchangeBench
let cookie: string

beforeEach(async () => {
  bench = await exchangeBench()
  ;({ cookie } = await logIn())
})

async function get(to: string) {
  const response = await exports.default.fetch(
    new Request(new URL(to, origin), { headers: { cookie } }),
  )
  return { status: response.status, text: await response.text() }
}

async function post(to: string, body: FormData | URLSearchParams, from = origin) {
  const response = await exports.default.fetch(
    new Request(new URL(to, origin), {
      method: 'POST',
      headers: { origin: from, cookie },
      body,
      redirect: 'manual',
    }),
  )
  const location = response.headers.get('location') ?? ''
  return { status: response.status, location, text: await response.text() }
}

function upload(text: string, name: string) {
  const form = new FormData()
  form.set('file', new File([text], name, { type: 'text/csv' }))
  return post(`${path}/files`, form)
}

/** A row whose checksum was made by another profile than that of the partner. */
function rowWithPipes(): string {
  const [data = ''] = partnerRow({ invoice: 'one', code: 'one' }).split(/,[0-9a-f]{32}\r\n/)
  const text = `${data.replaceAll(',', '|')}|${checksumKey}`
  return `${data},${createHash('md5').update(text).digest('hex')}\r\n`
}

describe('the page of the daily files', () => {
  it('closes a day, and serves its exact file', async () => {
    await bench.paid()

    const closed = await post(`${path}/close`, new URLSearchParams({ day: '2026-03-05' }))

    const shown = await get(closed.location)
    const file = await get(`${path}/files/${serviceFile}`)
    expect(closed.status).toBe(303)
    expect(shown.text).toContain('Closed: 05/03/2026')
    expect(shown.text).toContain(serviceFile)
    expect(file.text).toBe(await bench.text(serviceFile))
  })

  it('accepts a file of the partner and shows the differences', async () => {
    const { reference, transactionId } = await bench.paid()
    await bench.at('2026-03-06 00:30:00')
    const wrong = partnerRow({ invoice: reference, code: transactionId, amount: 1 })

    const sent = await upload(`${wrong}cut off`, partnerFile)

    const shown = await get(sent.location)
    expect(sent.status).toBe(303)
    expect(shown.text).toContain(`Taken: ${partnerFile}`)
    expect(shown.text).toContain('20260305_SERVICE_EDGE_RESULT_TRAN.csv')
    expect(shown.text).toMatch(/\(03\)<\/dt>\s*<dd class="state-bad">1<\/dd>/)
    expect(shown.text).toContain('malformed: 1')
  })

  it('states the reason of a refusal in Vietnamese too', async () => {
    await bench.paid()
    await bench.at('2026-03-06 00:30:00')
    await upload(partnerRow({ code: 'x', date: '01/01/2020' }), partnerFile)

    const shown = await get(`${path}?lang=vi`)

    expect(shown.text).toContain('Tệp của bạn bị từ chối.')
    expect(shown.text).toContain('01/01/2020')
  })

  it('tells in Vietnamese why rows were left out', async () => {
    await bench.at('2026-03-06 00:30:00')
    await upload(`${partnerRow({ invoice: 'one', code: 'one' })}cut off\n`, partnerFile)

    const shown = await get(`${path}?lang=vi`)

    expect(shown.text).toContain('Dòng có ít hơn 17 cột. Ghi đủ 17 cột')
    expect(shown.text).not.toContain('fewer than 17 columns')
  })

  it.each([
    [
      'of another day',
      () => partnerRow({ date: '04/03/2026' }),
      /Tệp mang tên của ngày 05\/03\/2026.*04\/03\/2026/,
    ],
    [
      'under a wrong key',
      () => partnerRow({}, 'wrong'),
      /Không dòng nào trong 1 dòng có checksum đúng\. .*khóa checksum/,
    ],
    ['of another profile', () => rowWithPipes(), /cách tạo “pipe-separator”: hãy đặt/],
    ['of other columns', () => 'a,b\n', /Không đọc được dòng nào trong 1 dòng\. Hãy ghi 17 cột/],
  ])('tells in Vietnamese why a file was refused: %s', async (_what, content, said) => {
    await bench.at('2026-03-06 00:30:00')
    await upload(content(), partnerFile)

    const shown = await get(`${path}?lang=vi`)
    const [, notice = ''] =
      /<strong>Tệp của bạn bị từ chối\.<\/strong>([^]*?)<\/div>/.exec(shown.text) ?? []

    expect(notice).toMatch(said)
    expect(notice).not.toMatch(/lang="en"|\b(?:the|None|is|of)\b/)
  })

  it.each([
    ['orders.csv', 'The name must be that of a partner file'],
    ['20260231_EDGE_SERVICE_TRAN.csv', 'The name must be that of a partner file'],
    ['20260305_OTHER_SERVICE_TRAN.csv', 'The name must be that of a partner file'],
    [serviceFile, 'Only the service writes a file of this name.'],
  ])('refuses a file named %s', async (name, problem) => {
    const refused = await upload('x', name)

    expect(refused.status).toBe(400)
    expect(refused.text).toContain(problem)
    expect(await bench.control.exchangeFiles('EDGE')).toEqual([])
  })

  it('names the token of the service that is set, in the form of the name', async () => {
    await bench.control.setRules({ serviceToken: 'WALLET' })

    const refused = await upload('x', partnerFile)

    expect(refused.text).toContain('with an existing day: YYYYMMDD_EDGE_WALLET_TRAN.csv')
  })

  it('requires a file, and a day that has begun', async () => {
    const nothing = await upload('', '')
    const tomorrow = await post(`${path}/close`, new URLSearchParams({ day: '2026-03-06' }))
    const noDay = await post(`${path}/close`, new URLSearchParams({ day: '2026-02-31' }))

    expect(nothing.text).toContain('Choose a file.')
    expect(tomorrow.text).toContain('This day has not begun')
    expect(noDay.status).toBe(400)
  })

  it('shows the checksum key, and changes the profile', async () => {
    const form = new URLSearchParams({ profile: 'pipe', writesAll: 'yes' })

    const saved = await post(`${path}/settings`, form)

    const shown = await get(saved.location)
    expect(shown.text).toContain(`<pre>${checksumKey}</pre>`)
    expect(shown.text).toContain('Saved.')
    expect(await bench.control.exchangePartner('EDGE')).toMatchObject({
      profile: 'pipe',
      writesAll: true,
      checksumKey,
    })
  })

  it('shows no message about a file that does not exist, whatever the address says', async () => {
    const shown = await get(`${path}?sent=evil.csv&closed=2020-01-01`)

    expect(shown.text).not.toContain('evil.csv')
    expect(shown.text).not.toContain('role="status"')
  })

  it('refuses forms from other origins', async () => {
    const form = new URLSearchParams({ day: '2026-03-05' })

    const refused = await post(`${path}/close`, form, 'https://evil.example')

    expect(refused.status).toBe(403)
    expect(await bench.control.exchangeFiles('EDGE')).toEqual([])
  })
})
