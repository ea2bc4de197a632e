import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { jsonOf, merchantEdge, merchantEdgeHere } from './merchant-edge.ts'
import { hasOpenssl, openssl, opensslKeyPair } from './openssl.ts'
import { scratchDirectory } from './scratch-directory.ts'

const directory = scratchDirectory()

describe('keys generate', () => {
  // Specification: 5.2.7
  it('writes a private key readable by its owner only, and prints its path, not the key', async () => {
    const out = join(directory, 'new', 'pair')

    const run = await merchantEdge(['keys', 'generate', '--out', out, '--json'])

    const privatePem = readFileSync(join(out, 'private.pem'), 'utf8')
    expect(run.code).toBe(0)
    expect(jsonOf(run)).toMatchObject({
      privateKey: join(out, 'private.pem'),
      publicKey: join(out, 'public.pem'),
      bits: 2048,
    })
    expect(privatePem).toMatch(/^-----BEGIN PRIVATE KEY-----\n/)
    expect(statSync(join(out, 'private.pem')).mode & 0o777).toBe(0o600)
    for (const line of privatePem.split('\n').slice(1, -2)) {
      expect(run.stdout + run.stderr).not.toContain(line)
    }
  })

  it.each(['private.pem', 'public.pem'])('does not change a directory with a %s', async (name) => {
    const out = join(directory, `holds-${name}`)
    mkdirSync(out)
    writeFileSync(join(out, name), 'earlier')

    const run = await merchantEdgeHere(['keys', 'generate', '--out', out, '--json'])

    expect(run.code).toBe(1)
    expect(jsonOf(run)).toMatchObject({ error: { reason: 'file_exists' } })
    expect(readdirSync(out)).toEqual([name])
    expect(readFileSync(join(out, name), 'utf8')).toBe('earlier')
  })

  it('refuses a directory that is a file', async () => {
    const file = join(directory, 'a-file')
    writeFileSync(file, '')

    const run = await merchantEdgeHere(['keys', 'generate', '--out', file, '--json'])

    expect(run.code).toBe(2)
    expect(jsonOf(run)).toMatchObject({
      error: {
        reason: 'directory_unusable',
        message: `Cannot use ${file}: a part of the path is not a directory (EEXIST).`,
        remedy: 'Name a directory.',
      },
    })
  })

  it.runIf(existsSync('/proc/self'))('fails where no directory can be made', async () => {
    const run = await merchantEdgeHere(['keys', 'generate', '--out', '/proc/x/y', '--json'])

    expect(run.code).toBe(2)
    expect(jsonOf(run)).toMatchObject({ error: { reason: 'directory_unusable' } })
  })

  it('makes missing directories readable by their owner only', async () => {
    const out = join(directory, 'a', 'b', 'c')
    mkdirSync(join(directory, 'a'), { mode: 0o755 })

    const run = await merchantEdgeHere(['keys', 'generate', '--out', out, '--json'])

    const modes = ['a', 'a/b', 'a/b/c'].map((name) => statSync(join(directory, name)).mode & 0o777)
    expect(run.code).toBe(0)
    expect(modes).toEqual([0o755, 0o700, 0o700])
  })

  it.runIf(hasOpenssl)('makes a pair that openssl accepts as one', async () => {
    const out = join(directory, 'for-openssl')

    await merchantEdgeHere(['keys', 'generate', '--out', out])

    openssl(['pkey', '-in', join(out, 'private.pem'), '-check', '-noout'])
    expect(openssl(['pkey', '-in', join(out, 'private.pem'), '-pubout']).toString()).toBe(
      readFileSync(join(out, 'public.pem'), 'utf8'),
    )
  })
})

describe.runIf(hasOpenssl)('keys inspect', () => {
  const { key, publicKey } = opensslKeyPair(directory)
  const derOfPublicKey = openssl(['pkey', '-pubin', '-in', publicKey, '-outform', 'DER'])
  const fingerprint = createHash('sha256').update(derOfPublicKey).digest('hex')
  const file = (name: string, content: string | Uint8Array) => {
    writeFileSync(join(directory, name), content, { mode: 0o600 })
    return join(directory, name)
  }
  const made = (name: string, args: readonly string[]) => file(name, openssl(args))

  it.each([
    ['PKCS#8', 'private key', () => key],
    ['SPKI', 'public key', () => publicKey],
    ['PKCS#1', 'private key', () => made('p1.pem', ['rsa', '-in', key, '-traditional'])],
    [
      'PKCS#8',
      'private key',
      () => made('k.der', ['pkcs8', '-topk8', '-nocrypt', '-in', key, '-outform', 'DER']),
    ],
    [
      'PKCS#8',
      'private key',
      () => file('one-line', readFileSync(key, 'utf8').replaceAll('\n', String.raw`\n`)),
    ],
  ])('describes %s, %s', async (format, kind, path) => {
    const run = await merchantEdgeHere(['keys', 'inspect', path(), '--json'])

    expect(run.code).toBe(0)
    expect(jsonOf(run)).toEqual({
      kind,
      format,
      bits: 2048,
      exponent: 65_537,
      fingerprint,
      usable: true,
    })
  })

  it('reads standard input', async () => {
    const run = await merchantEdge(['keys', 'inspect', '-', '--json'], { input: readFileSync(key) })

    expect(jsonOf(run)).toMatchObject({ kind: 'private key', fingerprint })
  })

  it.each([
    ['a certificate', () => made('cert.pem', ['req', '-x509', '-key', key, '-subj', '/CN=shop'])],
    ['an EC key', () => made('ec.pem', ['ecparam', '-genkey', '-name', 'prime256v1', '-noout'])],
    [
      'an encrypted private key',
      () => made('locked.pem', ['pkcs8', '-topk8', '-in', key, '-passout', 'pass:word']),
    ],
    ['empty', () => file('empty.pem', '')],
  ])('says that a file holds %s, and what to do', async (found, path) => {
    const run = await merchantEdgeHere(['keys', 'inspect', path(), '--json'])

    expect(run.code).toBe(1)
    expect(jsonOf(run)).toMatchObject({
      error: {
        reason: 'key_invalid',
        message: expect.stringContaining(`it is ${found}.`),
        remedy: expect.stringMatching(/.{10}/),
      },
    })
  })

  it('calls a key of 1024 bits too weak', async () => {
    const run = await merchantEdgeHere([
      'keys',
      'inspect',
      opensslKeyPair(directory, 1024).key,
      '--json',
    ])

    expect(run.code).toBe(1)
    expect(jsonOf(run)).toMatchObject({ bits: 1024, usable: false })
  })

  it('warns of a private key that others may read', async () => {
    writeFileSync(join(directory, 'open.pem'), readFileSync(key), { mode: 0o644 })

    const run = await merchantEdgeHere(['keys', 'inspect', join(directory, 'open.pem')])

    expect(run.code).toBe(0)
    expect(run.stderr).toContain('chmod 600')
  })
})
