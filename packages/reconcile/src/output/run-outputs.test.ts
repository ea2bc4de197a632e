import { describe, expect, it } from 'vitest'
import { engineNames, engines } from '../../test/engines.ts'
import { type RowText, partnerLine, serviceLine, testKey } from '../../test/file-text.ts'
import { fileOf, sink } from '../../test/sink.ts'
import { parseRecord } from '../csv/fields.ts'
import { type OutputName, outputNames, type ReconcileOptions } from '../reconcile-options.ts'
import { reconcile } from '../reconcile.ts'

interface Day {
  readonly partner: readonly RowText[]
  readonly service: readonly RowText[]
}

const equal = Array.from({ length: 10 }, (_, index) => ({ code: `E${index}` }))

/** Compares ten equal rows and these, with every output. */
async function day({ partner, service }: Day, extra: Partial<ReconcileOptions> = {}) {
  const sinks = new Map(outputNames.map((name) => [name, sink()]))
  const streams: Partial<Record<OutputName, WritableStream<Uint8Array>>> = {}
  for (const [name, { stream }] of sinks) streams[name] = stream
  const { manifest } = await reconcile({
    partner: { open: fileOf([...equal, ...partner].map((row) => partnerLine(row)).join('')) },
    service: { open: fileOf([...equal, ...service].map((row) => serviceLine(row)).join('')) },
    key: testKey,
    foreign: { rules: [{ name: 'kiosk', mid: 'KIOSK*' }] },
    ...streams,
    ...extra,
  })
  return { manifest, sinks, text: (name: OutputName) => sinks.get(name)?.text() ?? '' }
}

async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

describe.each(engineNames)('the outputs of a run, engine %s', (name) => {
  const engine = engines[name]

  it('are described in the manifest as they were written, in several pieces', async () => {
    const rows = Array.from({ length: 1000 }, (_, index) => ({ code: `W${1000 + index}` }))
    const { manifest, sinks } = await day(
      {
        partner: rows,
        service: rows.map((row, index) => ({ ...row, amount: String(index + 1) })),
      },
      { engine, force: true },
    )

    expect(Object.keys(manifest.outputs).toSorted()).toEqual([...outputNames].toSorted())
    expect([manifest.outputs.result?.rows, manifest.outputs.differences?.rows]).toEqual([
      1000, 1000,
    ])
    for (const [output, { bytes, state }] of sinks) {
      const written = bytes()
      expect([output, state(), manifest.outputs[output]]).toEqual([
        output,
        'closed',
        expect.objectContaining({ bytes: written.length, sha256: await sha256(written) }),
      ])
    }
    expect(manifest.outputs.result?.bytes).toBeGreaterThan(2 * 64 * 1024)
  })

  it('have every transaction in the result if all are wanted, but only differences in the differences', async () => {
    const some = {
      partner: [{ code: 'W1' }, { code: 'W2', amount: '7.00' }],
      service: [
        { code: 'W1', amount: '7' },
        { code: 'W2', amount: '7' },
        { code: 'W3', type: '-1' },
      ],
    }
    const { text, manifest } = await day(some, { engine, all: true })

    expect(text('result').match(/,0[0-3],[0-9a-f]{32}\r\n/g)).toHaveLength(13)
    const { differences, carriedService, carriedPartner, cleared } = manifest.outputs
    expect(differences?.rows).toBe(2)
    expect([carriedService?.rows, carriedPartner?.rows, cleared?.rows]).toEqual([1, 0, 0])
    const found = text('differences').trimEnd().split('\n')
    expect(found.map((line): unknown => JSON.parse(line))).toMatchObject([
      { status: '03', type: '1', differs: ['amount'] },
      { status: '01', type: '-1', differs: [] },
    ])
  })

  it('begin with a second byte order mark only if the first field does', async () => {
    const partner = ['a', 'b'].map((code) => ({ code, partnerId: '\u{feff}P', amount: '7' }))
    const service = ['a', 'b'].map((code) => ({ code }))
    const { sinks } = await day({ partner, service }, { engine })

    const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
    const [first, second] = decoder.decode(sinks.get('result')?.bytes()).split('\r\n')
    expect(first).toMatch(/^\u{feff}\u{feff}P,INV-a,/u)
    expect(second).toMatch(/^\u{feff}P,INV-b,/u)
  })
})

it('is the same result where some of the rows do not fit into the memory of the module', async () => {
  const rows = Array.from({ length: 2400 }, (_, index) => {
    return { code: `W${1000 + index}`, description: 'đ'.repeat(900 + (index % 100)) }
  })
  const service = rows.map((row, index) => ({ ...row, amount: String(index + 1) }))
  const results: string[] = []
  for (const name of engineNames) {
    const { text } = await day({ partner: rows, service }, { engine: engines[name], force: true })
    results.push(text('result'))
  }

  expect(results[0]).toHaveLength(results[1]?.length ?? 0)
  expect(results[0] === results[1]).toBe(true)
})

describe('the file of exceptions', () => {
  it('has a line for each, with its place, what is wrong, why and what to do', async () => {
    const good = partnerLine({ code: 'W1' })
    const wrong = good.replace('150000', '150001')
    const rows = equal.map((row) => partnerLine(row)).join('')
    const open = fileOf(`${rows}${good}${wrong}\r\n${good}`)
    const { text } = await day({ partner: [], service: [] }, { partner: { open } })

    const [heading, ...lines] = text('exceptions').split('\r\n')
    expect(heading).toBe('file,origin,line,kind,reason,column,taken_line,cause,remedy')
    expect(lines.pop()).toBe('')
    const values = lines.map((line) => parseRecord(line))
    expect(values.map((some) => some.slice(0, 7))).toEqual([
      ['partner', 'file', '12', 'bad_checksum', 'checksum_mismatch', '', ''],
      ['partner', 'file', '13', 'malformed', 'empty_line', '', ''],
      ['partner', 'file', '14', 'duplicate', 'same_row', '', '11'],
    ])
    for (const some of values) {
      expect(some).toHaveLength(9)
      expect(some[7]).toMatch(/^[A-Z].*\.$/)
      expect(some[8]).toMatch(/^[A-Z].*\.$/)
      expect(some[7]).not.toBe(some[8])
    }
  })
})

describe('the file of foreign rows', () => {
  it('has a heading for spreadsheets, and each row with its rule', async () => {
    const row = { code: 'W9', mid: 'KIOSK7', serviceCode: 'S9', description: '=vé, 2' }
    const { text } = await day({
      partner: [],
      service: [row, { ...row, code: 'W8', amount: '5', type: '-1', tid: '' }],
    })

    expect(text('foreignRows').split('\r\n')).toEqual([
      'foreign_as,type,date,time,amount,currency,invoice_code,wallet_code,merchant_code,mid,tid,' +
        'service_code,description,origin,line',
      `kiosk,refund,20/11/2026,10:20:30,5,VND,INV-W8,W8,M1,KIOSK7,,S9,"'=vé, 2",file,12`,
      `kiosk,payment,20/11/2026,10:20:30,150000,VND,INV-W9,W9,M1,KIOSK7,TID1,S9,"'=vé, 2",file,11`,
      '',
    ])
  })
})
