import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { jsonOf, merchantEdge, merchantEdgeHere } from './merchant-edge.ts'
import { hasOpenssl, openssl, opensslKeyPair } from './openssl.ts'
import { scratchDirectory } from './scratch-directory.ts'

const path = '/merchant-integration/v1/orders/tqr'

describe.runIf(hasOpenssl)('sign', () => {
  const directory = scratchDirectory()
  const { key, publicKey } = opensslKeyPair(directory)
  const post = ['sign', '--key', key, '--key-code', 'K1', '--method', 'POST', '--path', path]
  const fixed = ['--nonce', 'n-1', '--timestamp', '1767225600']

  function isVerifiedByOpenssl(text: string, signature: string): boolean {
    const file = join(directory, 'signature')
    writeFileSync(file, Buffer.from(signature, 'base64'))
    try {
      openssl(['dgst', '-sha256', '-verify', publicKey, '-signature', file], text)
      return true
    } catch {
      return false
    }
  }

  it('makes headers that openssl verifies over the text of the specification', async () => {
    const body = '{"description":"Phở bò","order_amount":10000}'

    const run = await merchantEdgeHere([...post, ...fixed, '--body', '-', '--json'], {
      input: body,
    })

    const text = `/merchant-integration/v1/orders/tqr;POST;n-1;1767225600;K1;${body}`
    const signed = jsonOf(run)
    expect(run.code).toBe(0)
    expect(signed).toEqual({
      'X-Key-Code': 'K1',
      'X-Nonce': 'n-1',
      'X-Timestamp': '1767225600',
      'X-Signature': expect.any(String),
      signedText: text,
    })
    expect(isVerifiedByOpenssl(text, String(signed['X-Signature']))).toBe(true)
    expect(isVerifiedByOpenssl(`${text} `, String(signed['X-Signature']))).toBe(false)
  })

  it('signs a request without a body with an empty last part', async () => {
    const get = post.map((word) => (word === 'POST' ? 'GET' : word))

    const run = await merchantEdgeHere([...get, ...fixed, '--json'])

    const text = '/merchant-integration/v1/orders/tqr;GET;n-1;1767225600;K1;'
    expect(jsonOf(run)['signedText']).toBe(text)
    expect(isVerifiedByOpenssl(text, String(jsonOf(run)['X-Signature']))).toBe(true)
  })

  it('signs the bytes of a file as they are, and warns of the line break at its end', async () => {
    const file = join(directory, 'body.json')
    writeFileSync(file, '{ "a":1 }\r\n')

    const run = await merchantEdgeHere([...post, ...fixed, '--body', file, '--json'])

    expect(jsonOf(run)['signedText']).toBe(`${path};POST;n-1;1767225600;K1;{ "a":1 }\r\n`)
    expect(run.stderr).toContain('line break')
    expect(run.stderr).toContain('spaces or line ends between its parts')
  })

  it('refuses a body that is not UTF-8', async () => {
    const input = Uint8Array.of(0x7b, 0xff, 0x7d)

    const run = await merchantEdge([...post, '--body', '-', '--json'], { input })

    expect(run.code).toBe(2)
    expect(jsonOf(run)).toMatchObject({ error: { reason: 'not_utf8' } })
  })

  it('uses a new nonce and the current time by default', async () => {
    const before = Math.floor(Date.now() / 1000)

    const [first, second] = await Promise.all([
      merchantEdgeHere([...post, '--json']),
      merchantEdgeHere([...post, '--json']),
    ])

    expect(jsonOf(first)['X-Nonce']).not.toBe(jsonOf(second)['X-Nonce'])
    expect(Number(jsonOf(first)['X-Timestamp'])).toBeGreaterThanOrEqual(before)
    expect(Number(jsonOf(first)['X-Timestamp'])).toBeLessThanOrEqual(Date.now() / 1000)
  })

  it('prints four header lines, and the signed text on standard error', async () => {
    const run = await merchantEdge([...post, ...fixed, '--verbose'])

    expect(run.stdout).toMatch(
      /^X-Key-Code: K1\nX-Nonce: n-1\nX-Timestamp: 1767225600\nX-Signature: [\w+/]+=*\n$/,
    )
    expect(run.stderr).toBe(`Signed text:\n${path};POST;n-1;1767225600;K1;\n`)
  })

  it('reads the key and the key code from the environment', async () => {
    const environment = { MERCHANT_EDGE_KEY: key, MERCHANT_EDGE_KEY_CODE: 'K2' }

    const run = await merchantEdge(['sign', '--method', 'GET', '--path', path, '--json'], {
      environment,
    })

    expect(jsonOf(run)['X-Key-Code']).toBe('K2')
  })

  it('signs with a PKCS#1 key', async () => {
    const file = join(directory, 'pkcs1.pem')
    writeFileSync(file, openssl(['rsa', '-in', key, '-traditional']))

    const run = await merchantEdgeHere(
      [...post, ...fixed, '--key', file].toSpliced(1, 2).concat('--json'),
    )

    const text = `${path};POST;n-1;1767225600;K1;`
    expect(isVerifiedByOpenssl(text, String(jsonOf(run)['X-Signature']))).toBe(true)
  })

  it.each(['--key', '--key-code', '--nonce', '--body', '--timestamp', 'operand', '--unknown'])(
    'does not repeat a key that was pasted as %s',
    async (place) => {
      const pem = readFileSync(key, 'utf8')
      const pasted = place === 'operand' ? [pem] : [`${place}=${pem}`]

      const run = await merchantEdgeHere(['sign', '--method', 'GET', '--path', path, ...pasted], {
        environment:
          place === '--key' ? { MERCHANT_EDGE_KEY_CODE: 'K1' } : { MERCHANT_EDGE_KEY: key },
      })

      expect(run.code).toBe(2)
      for (const line of pem.split('\n').slice(1, -2)) {
        expect(run.stdout + run.stderr).not.toContain(line)
      }
    },
  )
})
