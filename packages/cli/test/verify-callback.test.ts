import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { jsonOf, merchantEdge, merchantEdgeHere } from './merchant-edge.ts'
import { hasOpenssl, opensslKeyPair, opensslSign } from './openssl.ts'
import { scratchDirectory } from './scratch-directory.ts'

describe.runIf(hasOpenssl)('verify-callback', () => {
  const directory = scratchDirectory()
  mkdirSync(join(directory, 'other'))
  const service = opensslKeyPair(directory)
  const other = opensslKeyPair(join(directory, 'other'))
  const signature = encodeURIComponent(opensslSign(service.key, 'SUCCESS;T-1;20260101T1'))
  const url =
    'https://shop.example/ipn?order_id=20260101T1&pay_status=SUCCESS&transaction_id=T-1' +
    `&signature=${signature}&vnd_amount=10000`

  it('verifies what openssl has signed, and separates signed from unsigned fields', async () => {
    const run = await merchantEdgeHere([
      'verify-callback',
      '--key',
      service.publicKey,
      url,
      '--json',
    ])

    expect(run.code).toBe(0)
    expect(jsonOf(run)).toEqual({
      verified: true,
      keyId: service.publicKey,
      signed: { order_id: '20260101T1', pay_status: 'SUCCESS', transaction_id: 'T-1' },
      unsignedFields: { vnd_amount: '10000' },
      spacesRestored: false,
    })
  })

  it('reads the address from standard input, and tries several keys', async () => {
    const keys = ['--key', other.publicKey, '--key', service.publicKey]

    const run = await merchantEdge(['verify-callback', ...keys, '-', '--json'], {
      input: `${url}\n`,
    })

    expect(jsonOf(run)).toMatchObject({ verified: true, keyId: service.publicKey })
  })

  it.each([
    ['another order', url.replace('20260101T1', '20260101T2'), 'signature_mismatch'],
    ['no signature', url.replace(/&signature=[^&]+/, ''), 'parameter_missing'],
    ['two orders', `${url}&order_id=20260101T2`, 'parameter_repeated'],
  ])('says why %s is refused, and exits with 1', async (_what, address, reason) => {
    const run = await merchantEdgeHere([
      'verify-callback',
      '--key',
      service.publicKey,
      address,
      '--json',
    ])

    expect(run.code).toBe(1)
    expect(jsonOf(run)).toMatchObject({
      verified: false,
      reason,
      cause: expect.any(String),
      remedy: expect.any(String),
    })
  })

  it('shows control characters of the sender as escapes', async () => {
    const loud = `${url}&extra_data=%1B%5B31mred`

    const run = await merchantEdgeHere(['verify-callback', '--key', service.publicKey, loud])

    expect(run.stdout).toContain('\\u{1b}[31mred')
    expect(run.stdout).not.toContain('\u001B')
  })

  it('exits with 2 when a private key was given', async () => {
    const run = await merchantEdgeHere(['verify-callback', '--key', service.key, url, '--json'])

    expect(run.code).toBe(2)
    expect(jsonOf(run)).toMatchObject({ error: { reason: 'key_invalid' } })
  })
})
