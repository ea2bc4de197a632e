import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { jsonOf, merchantEdge, merchantEdgeHere, type Run } from './merchant-edge.ts'
import { hasOpenssl, openssl, opensslKeyPair, opensslSign } from './openssl.ts'
import { scratchDirectory } from './scratch-directory.ts'

const path = '/merchant-integration/v1/orders/tqr'
const body = '{"order_amount":1000,"description":"Phở"}'

describe.runIf(hasOpenssl)('explain', () => {
  const directory = scratchDirectory()
  const { key, publicKey } = opensslKeyPair(directory)
  const bodyFile = join(directory, 'body.json')
  writeFileSync(bodyFile, body)

  const head = `${path};POST;n-1;1767225600;K1;`
  const sent = ['explain', '--method', 'POST', '--path', path, '--body', bodyFile, '--json']
  const headers = ['X-Key-Code: K1', 'X-Nonce: n-1', 'X-Timestamp: 1767225600']
  const now = ['--received-at', '1767225660']

  /** Explains the request above under a signature over another text; later words win. */
  function explainSigned(text: string, more: readonly string[] = []): Promise<Run> {
    const lines = [...headers, `X-Signature: ${opensslSign(key, text)}`]
    const given = lines.flatMap((line) => ['--header', line])
    const clock = more.includes('--received-at') ? [] : now
    const words = sent.filter((word, at) => {
      const option = word.startsWith('--') ? word : (sent[at - 1] ?? '')
      return option === '--json' || !more.includes(option)
    })
    return merchantEdgeHere([...words, ...given, ...clock, '--key', publicKey, ...more])
  }

  it('finds nothing wrong with a right request', async () => {
    const run = await explainSigned(head + body)

    expect(run.code).toBe(0)
    expect(jsonOf(run)).toMatchObject({
      refused: false,
      code: null,
      findings: [],
      signature: 'valid',
    })
  })

  it.each([
    ['pretty-printed', head + JSON.stringify(JSON.parse(body), undefined, 2)],
    ['small letters', `${path};post;n-1;1767225600;K1;${body}`],
    ['host', `https://service.example${path};POST;n-1;1767225600;K1;${body}`],
  ])('recognises a signature over a text with %s', async (said, text) => {
    const run = await explainSigned(text, ['--path', `https://service.example${path}`])

    const explained = jsonOf(run)
    expect(run.code).toBe(1)
    expect(explained).toMatchObject({ refused: true, code: 4010001, signedText: text })
    expect(String(explained['cause'])).toContain(said)
    expect(explained['expectedText']).toBe(head + body)
  })

  // Specification: 5.2.8
  it('predicts the refusal of a body that is signed as it was sent, and is not compact', async () => {
    const spaced = join(directory, 'spaced.json')
    writeFileSync(spaced, '{"order_amount": 1000}')

    const run = await explainSigned(`${head}{"order_amount": 1000}`, ['--body', spaced])

    expect(run.code).toBe(1)
    expect(jsonOf(run)).toMatchObject({
      refused: true,
      code: 4010001,
      signature: 'valid',
      findings: [{ part: 'body', code: 4010001 }],
    })
  })

  it('shows the first difference with its place and both characters', async () => {
    const text = head + body.replace(':1000', ': 1000')
    const signedText = join(directory, 'signed.txt')
    writeFileSync(signedText, text)

    const run = await explainSigned(text, ['--signed-text', signedText])

    expect(jsonOf(run)['difference']).toMatchObject({
      part: 'the body',
      index: head.length + '{"order_amount":'.length,
      expected: 'U+0031 DIGIT ONE',
      signed: 'U+0020 SPACE',
    })
  })

  it('says that the given text is not the one that was signed', async () => {
    const signedText = join(directory, 'not-signed.txt')
    writeFileSync(signedText, head + body)

    const run = await explainSigned(head, ['--signed-text', signedText])

    expect(jsonOf(run)['findings']).toContainEqual(expect.objectContaining({ part: 'signed text' }))
  })

  it('compares a signed text without a signature, and names the change', async () => {
    const signedText = join(directory, 'spaced.txt')
    writeFileSync(signedText, `${head}{"order_amount": 1000, "description": "Phở"}`)
    const given = headers.flatMap((line) => ['--header', line])

    const run = await merchantEdgeHere([
      ...sent,
      ...given,
      ...now,
      '--key',
      key,
      '--signed-text',
      signedText,
    ])

    expect(run.code).toBe(1)
    expect(jsonOf(run)).toMatchObject({
      code: 4010001,
      cause: 'You signed the body with a space after each comma and colon.',
      difference: { part: 'the body', signed: 'U+0020 SPACE' },
    })
  })

  it('marks the place with a caret on a terminal', async () => {
    const pretty = head + JSON.stringify(JSON.parse(body), undefined, 2)
    const lines = [...headers, `X-Signature: ${opensslSign(key, pretty)}`]
    const given = lines.flatMap((line) => ['--header', line])
    const words = sent.filter((word) => word !== '--json')

    const run = await merchantEdgeHere([...words, ...given, ...now, '--key', key])

    const shown = run.stdout.split('\n')
    const caret = shown.findIndex((line) => /^ +\^$/.test(line))
    const column = shown[caret]?.indexOf('^') ?? -1
    expect(shown[caret - 2]?.[column]).toBe('"')
    expect(shown[caret - 1]?.[column]).toBe('␊')
    expect(shown[caret + 1]).toBe('  expected U+0022 QUOTATION MARK, signed U+000A LINE FEED')
  })

  it('reads the output of sign --json', async () => {
    const words = ['--key', key, '--key-code', 'K1', '--method', 'POST', '--path', path]
    const signed = await merchantEdgeHere(['sign', ...words, '--body', bodyFile, '--json'])
    const file = join(directory, 'signed.json')
    writeFileSync(file, signed.stdout)

    const run = await merchantEdgeHere([...sent, '--key', key, '--headers', file])

    expect(run.code).toBe(0)
    expect(jsonOf(run)).toMatchObject({ refused: false, signature: 'valid' })
  })

  it('predicts the code for a request that is older than two hours', async () => {
    const run = await explainSigned(head + body, ['--received-at', String(1_767_225_600 + 7201)])

    expect(run.code).toBe(1)
    expect(jsonOf(run)).toMatchObject({ refused: true, code: 4010004, reason: 'request_expired' })
  })

  /** A signature with a character that the URL alphabet writes in another way: one of some 50,000 has none. */
  function signedWithPlusOrSlash(): { readonly nonce: string; readonly signature: string } {
    for (let count = 1; ; count += 1) {
      const nonce = `n-${count}`
      const signature = opensslSign(key, head.replace('n-1', nonce) + body)
      if (/[+/]/.test(signature)) return { nonce, signature }
    }
  }

  it('recognises a signature in the URL alphabet', async () => {
    const { nonce, signature } = signedWithPlusOrSlash()
    const urlSafe = signature.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
    const lines = ['X-Key-Code: K1', `X-Nonce: ${nonce}`, 'X-Timestamp: 1767225600']
    const given = lines.flatMap((line) => ['--header', line])

    const run = await merchantEdgeHere([
      ...sent,
      ...given,
      ...now,
      '--key',
      publicKey,
      `--signature=${urlSafe}`,
    ])

    expect(jsonOf(run)).toMatchObject({ refused: true, code: 4010001 })
    expect(run.stdout).toContain('URL-safe base64')
  })

  it('recognises a certificate in place of the key', async () => {
    const file = join(directory, 'cert.pem')
    writeFileSync(file, openssl(['req', '-x509', '-key', key, '-subj', '/CN=shop']))
    const given = [...headers, 'X-Signature: AAAA'].flatMap((line) => ['--header', line])

    const run = await merchantEdge([...sent, ...given, ...now, '--key', file])

    expect(run.code).toBe(1)
    expect(jsonOf(run)).toMatchObject({
      findings: [expect.objectContaining({ part: 'key', message: 'The key is a certificate.' })],
    })
  })
})
