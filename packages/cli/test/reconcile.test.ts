import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { jsonOf, merchantEdgeHere } from './merchant-edge.ts'
import { scratchDirectory } from './scratch-directory.ts'

const directory = scratchDirectory()
const key = 'checksum key of the tests'
const at = (name: string) => join(directory, name)
const partner = at('20260901_EDGE_SERVICE_TRAN.csv')
const service = at('20260901_SERVICE_EDGE_TRAN.csv')

// Written down here from the specification, with Node's own MD5, so that nothing of the package that is
// called vouches for itself.
function row(values: readonly string[]): string {
  const data = values.join(',')
  return `${data},${createHash('md5')
    .update(data + key)
    .digest('hex')}\r\n`
}

/** A row of {@link row} with its checksum under another key. */
function withKey(line: string, otherKey: string): string {
  const data = line.slice(0, line.lastIndexOf(','))
  return `${data},${createHash('md5').update(`${data}${otherKey}`).digest('hex')}\r\n`
}

interface Transaction {
  readonly code: string
  readonly amount: number
  readonly status?: string
}

function partnerRow({ code, amount, status = '0' }: Transaction): string {
  const head = ['EDGE', `INV-${code}`, code, `${amount}`, 'VND', '0', '0', '0', 'EDGE', 'M1', 'T1']
  return row([...head, '01/09/2026', '10:00:00', status, '', '1'])
}

function serviceRow({ code, amount, status = '0' }: Transaction): string {
  const head = [`INV-${code}`, code, `${amount}`, 'VND', '0', '0', '0', 'EDGE', 'M1', 'T1']
  return row([...head, '01/09/2026', '10:00:00', '', `S-${code}`, status, '1'])
}

beforeAll(() => {
  const equal = Array.from({ length: 20 }, (_, index) => ({
    code: `W${index}`,
    amount: 1000 + index,
  }))
  const partners = [...equal, { code: 'WA', amount: 5000 }, { code: 'WP', amount: 7000 }]
  const services = [...equal, { code: 'WA', amount: 5001 }, { code: 'WS', amount: 9000 }]
  writeFileSync(partner, partners.map((one) => partnerRow(one)).join(''))
  writeFileSync(service, services.map((one) => serviceRow(one)).join(''))
  writeFileSync(at('key.txt'), `${key}\n`)
  writeFileSync(at('wrong.txt'), 'another key\n')
})

function args(changes: Readonly<Record<string, string>> = {}): string[] {
  const options: Record<string, string> = {
    partner,
    service,
    'key-file': at('key.txt'),
    out: at('result.csv'),
    exceptions: at('exceptions.csv'),
    ...changes,
  }
  return ['reconcile', ...Object.entries(options).flatMap(([name, value]) => [`--${name}`, value])]
}

describe('reconcile', () => {
  it('counts by status, closes the bridge, and writes result, exceptions and report', async () => {
    const run = await merchantEdgeHere([...args({ report: at('report.html') }), '--json'])

    expect(run.code).toBe(0)
    expect(jsonOf(run)).toMatchObject({
      counts: { '00': 20, '01': 1, '02': 1, '03': 1 },
      exceptions: { bad_checksum: 0, malformed: 0, duplicate: 0 },
      bridge: { closes: true },
    })
    const lines = readFileSync(at('result.csv'), 'utf8').split('\r\n')
    expect(lines).toHaveLength(4)
    expect(
      lines
        .map((line) => line.split(',').at(-2))
        .slice(0, 3)
        .toSorted((one = '', other = '') => one.localeCompare(other)),
    ).toEqual(['01', '02', '03'])
    expect(readFileSync(at('report.html'), 'utf8')).toContain('<!doctype html>')
    expect(readdirSync(directory).filter((name) => name.endsWith('.tmp'))).toEqual([])
  })

  it('lists the differences of one store, and counts those of all', async () => {
    const named = args({ report: at('report.html'), store: 'STORE-9', terminal: 'TILL-1' })
    const run = await merchantEdgeHere([...named, '--json'])
    const withoutStore = await merchantEdgeHere([...args({ terminal: 'TILL-1' }), '--json'])

    expect(jsonOf(run)).toMatchObject({ counts: { '01': 1, '02': 1, '03': 1 } })
    const report = readFileSync(at('report.html'), 'utf8')
    expect(report).toContain('Differences: STORE-9, TILL-1')
    expect(report).toContain('Nothing differs.')
    expect(withoutStore.code).toBe(2)
    expect(jsonOf(withoutStore)).toMatchObject({ error: { reason: 'wrong_usage' } })
  })

  it('compares only the given columns, because a service file may leave out the optional ones', async () => {
    const timeless = (one: string) => {
      const values = one.split(',').slice(0, -1)
      return row(values.map((value) => (value === '10:00:00' ? '' : value)))
    }
    const services = readFileSync(service, 'utf8').trimEnd().split('\r\n')
    writeFileSync(at('timeless.csv'), services.map(timeless).join(''))
    const given = args({ service: at('timeless.csv') })
    const columns = ['amount', 'date'].flatMap((name) => ['--compare', name])

    const all = await merchantEdgeHere([...given, '--json'])
    const some = await merchantEdgeHere([...given, ...columns, '--json'])
    const unknown = await merchantEdgeHere([...given, '--compare', 'amounts', '--json'])

    expect(jsonOf(all)).toMatchObject({ counts: { '00': 0, '03': 21 } })
    expect(jsonOf(some)).toMatchObject({ counts: { '00': 20, '01': 1, '02': 1, '03': 1 } })
    expect(unknown.code).toBe(2)
    expect(jsonOf(unknown)).toMatchObject({
      error: { reason: 'wrong_usage', message: expect.stringContaining('amounts') },
    })
  })

  it('counts foreign transactions separately, and writes them to a file', async () => {
    writeFileSync(at('rules.json'), '[{"name":"old-till","invoiceCode":"INV-WS"}]')
    const given = args({
      'foreign-rules': at('rules.json'),
      'foreign-rows': at('foreign.csv'),
      'carried-service': at('carried.csv'),
    })
    const run = await merchantEdgeHere([...given, '--json'])

    expect(jsonOf(run)).toMatchObject({
      counts: { '01': 0, '02': 1, '03': 1 },
      foreign: { transactions: 1, kinds: [{ name: 'old-till', totals: [{ amount: '9000' }] }] },
      bridge: { closes: true },
    })
    const [, line] = readFileSync(at('foreign.csv'), 'utf8').split('\r\n')
    expect(line).toBe(
      'old-till,payment,01/09/2026,10:00:00,9000,VND,INV-WS,WS,EDGE,M1,T1,S-WS,,file,22',
    )
    expect(readFileSync(at('carried.csv'), 'utf8')).toBe('')
  })

  it('writes the transactions that clear the carried rows of the day before', async () => {
    const open = at('open.csv')
    await merchantEdgeHere(args({ 'carried-partner': open }))
    writeFileSync(at('next-partner.csv'), partnerRow({ code: 'WN', amount: 1 }))
    const services = [
      serviceRow({ code: 'WN', amount: 1 }),
      serviceRow({ code: 'WP', amount: 7000 }),
    ]
    writeFileSync(at('next-service.csv'), services.join(''))
    const given = args({
      partner: at('next-partner.csv'),
      service: at('next-service.csv'),
      'carry-partner': open,
      'carried-partner': at('open-after.csv'),
      cleared: at('cleared.jsonl'),
    })
    const run = await merchantEdgeHere([...given, '--json'])
    // Such as when the service has sent its file again.
    const again = await merchantEdgeHere([...given, '--json'])

    expect(jsonOf(run)).toMatchObject({ counts: { '00': 2 }, carried: { closed: 1, open: 0 } })
    expect(jsonOf(again)).toEqual(jsonOf(run))
    const [line = '', ...rest] = readFileSync(at('cleared.jsonl'), 'utf8').split('\n')
    expect(rest).toEqual([''])
    const ofPartner = { origin: 'carried', columns: { walletCode: 'WP', amount: '7000' } }
    expect(JSON.parse(line)).toMatchObject({
      status: '00',
      partner: ofPartner,
      service: [{ origin: 'file', serviceCode: 'S-WP' }],
      carried: { partner: [ofPartner], service: [] },
    })
    expect(readFileSync(at('open-after.csv'), 'utf8')).toBe('')
  })

  it.each(['partner', 'service'])(
    'does not overwrite the carried rows of the day before with those of the %s',
    async (side) => {
      const carried = at('carried-in-place.csv')
      const line = side === 'partner' ? partnerRow : serviceRow
      const rows = line({ code: 'WO', amount: 3 })
      writeFileSync(carried, rows)
      const files = { [`carry-${side}`]: carried, [`carried-${side}`]: carried }
      const run = await merchantEdgeHere([...args(files), '--json'])

      expect(run.code).toBe(2)
      expect(run.stdout).toContain('the day could not be compared again')
      expect(readFileSync(carried, 'utf8')).toBe(rows)
    },
  )

  it.each([
    ['rules that are no JSON', 'nothing', 'It is no JSON.'],
    ['a rule without a name', '[{"mid":"M1"}]', 'rules[0].name must have 1 to 64 characters.'],
  ])('says what is wrong with %s, and compares nothing', async (_name, rules, words) => {
    writeFileSync(at('wrong-rules.json'), rules)
    const given = args({ 'foreign-rules': at('wrong-rules.json'), out: at('never-foreign.csv') })
    const run = await merchantEdgeHere([...given, '--json'])

    expect(run.code).toBe(2)
    expect(jsonOf(run)).toMatchObject({ error: { message: expect.stringContaining(words) } })
    expect(existsSync(at('never-foreign.csv'))).toBe(false)
  })

  it('takes no rules in another encoding, whose names would not be the names of the files', async () => {
    const rules = [{ name: 'quầy cũ', mid: 'CŨ', tid: '' }]
    writeFileSync(at('latin.json'), Buffer.from(JSON.stringify(rules), 'latin1'))

    const run = await merchantEdgeHere([
      ...args({ 'foreign-rules': at('latin.json'), out: at('never-latin.csv') }),
      '--json',
    ])

    expect([run.code, jsonOf(run)]).toMatchObject([2, { error: { reason: 'not_utf8' } }])
  })

  it('requires the rules for a file of foreign rows', async () => {
    const run = await merchantEdgeHere([...args({ 'foreign-rows': at('foreign.csv') }), '--json'])

    expect(run.code).toBe(2)
    expect(jsonOf(run)).toMatchObject({ error: { reason: 'wrong_usage' } })
  })

  it('exits with 3 for differences when that is requested', async () => {
    const run = await merchantEdgeHere([...args(), '--fail-on-difference'])

    expect(run.code).toBe(3)
  })

  it('exits with 0 for equal files also then', async () => {
    const rows = { code: 'W1', amount: 1 }
    writeFileSync(at('p.csv'), partnerRow(rows))
    writeFileSync(at('s.csv'), serviceRow(rows))

    const given = args({ partner: at('p.csv'), service: at('s.csv') })
    const run = await merchantEdgeHere([...given, '--fail-on-difference'])

    expect(run.code).toBe(0)
  })

  it('stops at a wrong key, writes nothing, and says what to do', async () => {
    const given = args({ 'key-file': at('wrong.txt'), out: at('never.csv') })

    const run = await merchantEdgeHere([...given, '--json'])

    expect(run.code).toBe(1)
    expect(jsonOf(run)).toMatchObject({ error: { reason: 'checksum_key' } })
    expect(existsSync(at('never.csv'))).toBe(false)
    expect(run.stdout).not.toContain('another key')
  })

  it('stops for two short files without a valid row, and continues with --force', async () => {
    writeFileSync(at('p.csv'), 'a,b\r\nc,d\r\ne,f\r\n')
    writeFileSync(at('s.csv'), 'a,b\r\nc,d\r\n')
    const given = args({ partner: at('p.csv'), service: at('s.csv'), out: at('no-rows.csv') })

    const stopped = await merchantEdgeHere([...given, '--json'])
    const isWritten = existsSync(at('no-rows.csv'))
    const forced = await merchantEdgeHere([...given, '--json', '--force'])

    expect(stopped.code).toBe(1)
    expect(jsonOf(stopped)).toMatchObject({
      error: {
        reason: 'rows_unreadable',
        message: expect.stringContaining('No row of the partner file can be read, of 3.'),
        remedy: expect.stringContaining('--force goes on.'),
      },
    })
    expect(isWritten).toBe(false)
    expect(forced.code).toBe(0)
    expect(jsonOf(forced)).toMatchObject({ exceptions: { malformed: 5 } })
  })

  it.each([
    ['a file that is not there', { partner: '/nowhere/p.csv' }],
    ['a folder as a file', { service: '/' }],
    ['a profile that does not exist', { profile: 'nonsense' }],
  ])('reports %s as wrong usage', async (_what, changes) => {
    const run = await merchantEdgeHere(args(changes))

    expect(run.code).toBe(2)
    expect(run.stderr).toMatch(/\S/)
  })

  it('says which files were mixed up', async () => {
    const run = await merchantEdgeHere([...args({ partner: service, service: partner }), '--json'])

    expect(run.code).toBe(1)
    expect(jsonOf(run)).toMatchObject({ error: { reason: 'file_name' } })
  })

  it.each([
    ['an agreed token', ['--service-token', 'WALLET'], 1],
    ['no token', [], 0],
  ])('checks the names of files by the token of the service: %s', async (_what, token, code) => {
    const named = [at('20260901_EDGE_WALLET_TRAN.csv'), at('20260902_WALLET_EDGE_TRAN.csv')]
    const [ours = '', theirs = ''] = named
    copyFileSync(partner, ours)
    copyFileSync(service, theirs)

    const run = await merchantEdgeHere([
      ...args({ partner: ours, service: theirs }),
      ...token,
      '--json',
    ])

    expect(run.code).toBe(code)
    if (code === 1) expect(jsonOf(run)).toMatchObject({ error: { reason: 'days_differ' } })
  })

  it('says which day the files are of, under another token of the service', async () => {
    const named = [at('20260901_EDGE_WALLET_TRAN.csv'), at('20260901_WALLET_EDGE_TRAN.csv')]
    const [ours = '', theirs = ''] = named
    copyFileSync(partner, ours)
    copyFileSync(service, theirs)
    const files = args({ partner: ours, service: theirs })

    const run = await merchantEdgeHere([...files, '--service-token', 'WALLET', '--json'])

    expect(jsonOf(run)).toMatchObject({ manifest: { day: '2026-09-01' } })
  })

  it.each(['MY_WALLET', 'x'.repeat(33)])('takes no token %s', async (token) => {
    const run = await merchantEdgeHere([...args({}), '--service-token', token])

    expect(run.code).toBe(2)
  })
})

describe('a file that is no checksum key', () => {
  it.each([
    ['UTF-16, as some editors save it', Buffer.from(`\uFEFF${key}\n`, 'utf16le'), 'not_utf8'],
    ['no text', Buffer.from([0xc3, 0x28, 0x80]), 'not_utf8'],
    ['longer than a key', 'k'.repeat(1025), 'key_invalid'],
    ['empty', '\n', 'key_missing'],
  ])('is said to be %s', async (what, content, reason) => {
    const path = at(`no-key-${what.length}.txt`)
    writeFileSync(path, content)

    const runs = await Promise.all(
      [
        args({ 'key-file': path, out: at('never.csv') }),
        args({ 'previous-key-file': path, out: at('never.csv') }),
        ['checksum', 'detect', service, '--key-file', path],
      ].map((one) => merchantEdgeHere([...one, '--json'])),
    )

    expect(runs.map((run) => [run.code, jsonOf(run)])).toEqual(
      runs.map(() => [
        2,
        { error: expect.objectContaining({ reason, message: expect.stringContaining(path) }) },
      ]),
    )
  })

  it('is one in spite of a byte order mark and a line break, which belong to no key', async () => {
    writeFileSync(at('marked.txt'), `\uFEFF${key}\r\n`)

    const run = await merchantEdgeHere([...args({ 'key-file': at('marked.txt') }), '--json'])

    expect(jsonOf(run)).toMatchObject({ exceptions: { bad_checksum: 0 } })
  })
})

describe('checksum detect', () => {
  it('finds the profile', async () => {
    const run = await merchantEdgeHere([
      'checksum',
      'detect',
      service,
      '--key-file',
      at('key.txt'),
      '--json',
    ])

    expect(run.code).toBe(0)
    expect(jsonOf(run)).toMatchObject({ profile: 'record', rows: 22 })
  })

  it('does not blame the key for a file without rows', async () => {
    writeFileSync(at('none.csv'), '')
    const run = await merchantEdgeHere([
      'checksum',
      'detect',
      at('none.csv'),
      '--key-file',
      at('key.txt'),
    ])

    expect(run).toMatchObject({
      code: 1,
      stdout: 'The file has no rows, so no profile can be detected.\n',
    })
  })

  it('exits with 1 when no profile fits', async () => {
    const run = await merchantEdgeHere([
      'checksum',
      'detect',
      service,
      '--key-file',
      at('wrong.txt'),
    ])

    expect(run.code).toBe(1)
    expect(run.stdout).toContain('No profile fits')
  })
})

describe('reconcile while the checksum key changes', () => {
  const carry = at('carried-before.csv')
  const carried = at('carried-after.csv')
  const before = 'the key before'

  beforeAll(() => {
    writeFileSync(carry, withKey(partnerRow({ code: 'OLD', amount: 1 }), before))
    writeFileSync(at('before.txt'), `${before}\n`)
  })

  it('stops for carried rows that only the previous key verifies, instead of losing them', async () => {
    const run = await merchantEdgeHere(args({ 'carry-partner': carry, 'carried-partner': carried }))

    expect(run.code).toBe(1)
    expect(run.stderr).toContain('the carried rows of the partner')
    expect(run.stderr).toContain('--previous-key-file')
    expect(existsSync(carried)).toBe(false)
  })

  it.each(['1', '2', '3'])(
    'reads such rows with --previous-key-file on %s threads, and carries them under the new key',
    async (threads) => {
      const files = { 'carry-partner': carry, 'carried-partner': carried, threads }
      const run = await merchantEdgeHere([
        ...args({ ...files, 'previous-key-file': at('before.txt') }),
        '--json',
      ])

      expect(jsonOf(run)).toMatchObject({
        exceptions: { bad_checksum: 0 },
        carried: { open: 1 },
      })
      expect(readFileSync(carried, 'utf8')).toContain(partnerRow({ code: 'OLD', amount: 1 }))
    },
  )

  it('does not overwrite the file of the previous key', async () => {
    const run = await merchantEdgeHere(
      args({ 'previous-key-file': at('before.txt'), out: at('before.txt') }),
    )

    expect(run.code).toBe(2)
    expect(readFileSync(at('before.txt'), 'utf8')).toBe(`${before}\n`)
  })
})
