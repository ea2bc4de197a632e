import { execFileSync } from 'node:child_process'
import { createPrivateKey, createPublicKey, sign, verify } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { primesOf, rsaNumbers } from '../../../fixtures/keys/rsa-numbers.ts'
import wire from '../../../fixtures/wire/signing.json' with { type: 'json' }
import { generateKeyPair } from './generate-key-pair.ts'
import { inspectKey } from './keys/inspect-key.ts'
import { KeyError } from './keys/key-error.ts'
import { importPrivateKey, importPublicKey } from './import-key.ts'
import { signText, verifyText } from './text-signature.ts'

// OpenSSL, as a command and inside node:crypto, is the second signer and verifier here: it shares no
// code with the functions under test.

const noOpenssl = ((): string => {
  try {
    return /^OpenSSL [3-9]/.test(execFileSync('openssl', ['version'], { encoding: 'utf8' }))
      ? ''
      : 'the openssl command is older than 3'
  } catch {
    return 'the openssl command is not installed'
  }
})()

const folder = mkdtempSync(join(tmpdir(), 'signing-'))
const at = (name: string): string => join(folder, name)
const read = (name: string): string => readFileSync(at(name), 'utf8')
function openssl(command: string): void {
  execFileSync('openssl', command.split(' '), { cwd: folder, stdio: 'pipe' })
}

/** Lets OpenSSL write the RSA key of known primes. */
function writeKeyOf([p, q]: readonly [bigint, bigint], file: string): void {
  const numbers = [0n, ...Object.values<bigint>({ ...rsaNumbers(p, q) })]
  const lines = numbers.map((number, index) => `number${index}=INTEGER:0x${number.toString(16)}`)
  writeFileSync(at('key.cnf'), ['asn1=SEQUENCE:key', '[key]', ...lines].join('\n'))
  openssl(`asn1parse -genconf key.cnf -noout -out ${file}`)
}

afterAll(() => rmSync(folder, { recursive: true }))

describe.skipIf(noOpenssl !== '')(`the openssl command ${noOpenssl}`, () => {
  beforeAll(() => {
    openssl('genpkey -algorithm RSA -pkeyopt rsa_keygen_bits:2048 -out pkcs8.pem')
    openssl('rsa -in pkcs8.pem -traditional -out pkcs1.pem')
    openssl('pkey -in pkcs8.pem -outform DER -out pkcs8.der')
    openssl('rsa -in pkcs8.pem -traditional -outform DER -out pkcs1.der')
    openssl('pkey -in pkcs8.pem -pubout -out spki.pem')
    writeKeyOf(primesOf[4095], '4095.der')
    writeKeyOf(primesOf[4104], '4104.der')
    openssl('pkey -in pkcs8.pem -pubout -outform DER -out spki.der')
    openssl('rsa -in pkcs8.pem -RSAPublicKey_out -out pkcs1-public.pem')
  })

  // Specification: 5.2.1
  it.each(['pkcs8.pem', 'pkcs1.pem', 'pkcs8.der', 'pkcs1.der'])('signs like %s', async (file) => {
    const material = file.endsWith('.der') ? readFileSync(at(file)) : read(file)
    const { signedText } = wire.requests[1] ?? { signedText: '' }
    writeFileSync(at('text'), signedText)
    openssl('dgst -sha256 -sign pkcs8.pem -out signature text')

    const signature = await signText(await importPrivateKey(material), signedText)
    expect(signature).toBe(readFileSync(at('signature')).toString('base64'))
  })

  it.each(['spki.pem', 'spki.der', 'pkcs1-public.pem'])(
    'is verified with %s when it signs',
    async (file) => {
      const material = file.endsWith('.der') ? readFileSync(at(file)) : read(file)
      writeFileSync(at('callback'), wire.joined[0]?.signedText ?? '')
      openssl('dgst -sha256 -sign pkcs8.pem -out callback.signature callback')
      const signature = readFileSync(at('callback.signature')).toString('base64')

      const key = await importPublicKey(material)
      expect(await verifyText(key, wire.joined[0]?.signedText ?? '', signature)).toBe(true)
      expect(await verifyText(key, 'SUCCESS;TX;1', signature)).toBe(false)
    },
  )

  it('verifies what signText signs', async () => {
    writeFileSync(at('signed'), 'Cà phê;sữa đá')
    const signature = await signText(await importPrivateKey(read('pkcs1.pem')), 'Cà phê;sữa đá')
    writeFileSync(at('signed.signature'), Buffer.from(signature, 'base64'))

    openssl('dgst -sha256 -verify spki.pem -signature signed.signature signed')
    expect(() =>
      openssl('dgst -sha256 -verify spki.pem -signature signed.signature text'),
    ).toThrow()
  })

  it('reads the pairs of generateKeyPair', async () => {
    const pair = await generateKeyPair(3072)
    writeFileSync(at('made.pem'), pair.privateKeyPem)
    openssl('pkey -in made.pem -check -noout')
    openssl('pkey -in made.pem -pubout -out made-public.pem')

    expect(read('made-public.pem')).toBe(pair.publicKeyPem)
    expect(await inspectKey(pair.publicKeyPem)).toMatchObject({ modulusBits: 3072 })
  })

  it('makes a key of an unusual size that verifies', async () => {
    openssl('rsa -in 4095.der -out odd.pem')
    const oracle = createPublicKey(read('odd.pem'))
    const key = await importPublicKey(oracle.export({ type: 'spki', format: 'der' }))
    const signature = await signText(await importPrivateKey(read('odd.pem')), 'text')

    expect(await verifyText(key, 'text', signature)).toBe(true)
    expect(signature).toHaveLength(684)
    expect(await inspectKey(read('odd.pem'))).toMatchObject({
      modulusBits: oracle.asymmetricKeyDetails?.modulusLength,
    })
    expect(oracle.asymmetricKeyDetails?.modulusLength).toBe(4095)
    openssl('rsa -in odd.pem -check -noout')
  })

  const pkcs8Cipher = 'pkcs8 -topk8 -in pkcs8.pem -passout pass:x -out'
  const subject = '-subj /CN=service -key pkcs8.pem'
  it.each([
    ['an encrypted private key', `${pkcs8Cipher} out.pem`],
    ['an encrypted private key', `${pkcs8Cipher} out.der -outform DER`],
    ['an encrypted private key', `${pkcs8Cipher} out.der -outform DER -v1 PBE-SHA1-3DES`],
    [
      'an encrypted private key',
      'rsa -in pkcs8.pem -traditional -aes128 -passout pass:x -out out.pem',
    ],
    ['a certificate', `req -x509 -new ${subject} -out out.pem`],
    ['a certificate', `req -x509 -new ${subject} -outform DER -out out.der`],
    ['a certificate request', `req -new ${subject} -out out.pem`],
    ['an EC key', 'ecparam -genkey -name prime256v1 -out out.pem'],
    ['an EC key', 'ecparam -genkey -noout -name prime256v1 -outform DER -out out.der'],
    ['an EC key', 'genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -out out.pem'],
    ['an EC key', 'ecparam -genkey -noout -name secp384r1 -outform DER -out out.der'],
    ['a key of another algorithm', 'genpkey -algorithm ED25519 -out out.pem'],
    ['a key of another algorithm', 'genpkey -algorithm ED25519 -outform DER -out out.der'],
    ['a key of another algorithm', 'genpkey -algorithm RSA-PSS -out out.pem'],
    ['an RSA private key of 1024 bits with exponent 65537', 'genrsa -out out.pem 1024'],
    ['an RSA private key of 2048 bits with exponent 3', 'genrsa -3 -out out.pem 2048'],
    ['an RSA private key of 4104 bits with exponent 65537', 'rsa -in 4104.der -out out.pem'],
  ])(
    'is refused as %s: %s',
    async (found, command) => {
      openssl(command)
      const material = command.includes('out.der') ? readFileSync(at('out.der')) : read('out.pem')

      await expect(importPrivateKey(material)).rejects.toMatchObject({ found })
    },
    30_000,
  )

  /** Runs the openssl command that stands in the remedy of an error, with its file names. */
  async function follow(rejected: Promise<unknown>): Promise<string> {
    const error: unknown = await rejected.catch((reason: unknown) => reason)
    const remedy = error instanceof KeyError ? error.remedy : ''
    const command = remedy.slice(remedy.indexOf('openssl ') + 'openssl '.length)
    return execFileSync('openssl', command.split(' '), { cwd: folder, encoding: 'utf8' })
  }

  it('turns a certificate into a usable key as the remedy says', async () => {
    openssl('req -x509 -new -subj /CN=service -key pkcs8.pem -out cert.pem')
    const publicKey = await follow(importPublicKey(read('cert.pem')))

    expect((await importPublicKey(publicKey)).type).toBe('public')
  })

  it('turns a private key into its public key as the remedy says', async () => {
    writeFileSync(at('private.pem'), read('pkcs1.pem'))
    const publicKey = await follow(importPublicKey(read('private.pem')))

    expect((await importPublicKey(publicKey)).type).toBe('public')
  })

  it('makes an RSA key instead of an EC key as the remedy says', async () => {
    openssl('ecparam -genkey -name prime256v1 -out ec.pem')
    await follow(importPrivateKey(read('ec.pem')))

    expect((await importPrivateKey(read('private.pem'))).type).toBe('private')
  })
})

describe('keys and signatures of node:crypto', () => {
  it.each([...wire.requests, ...wire.joined])(
    'equal those of this package: $signedText',
    async ({ signedText }) => {
      const pair = await generateKeyPair()
      const oracle = sign('sha256', Buffer.from(signedText), createPrivateKey(pair.privateKeyPem))

      const signature = await signText(await importPrivateKey(pair.privateKeyPem), signedText)
      expect(signature).toBe(oracle.toString('base64'))
      expect(
        verify(
          'sha256',
          Buffer.from(signedText),
          createPublicKey(pair.publicKeyPem),
          Buffer.from(signature, 'base64'),
        ),
      ).toBe(true)
    },
  )
})
