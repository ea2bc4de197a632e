import { KeyError } from './key-error.ts'

/** Inputs that are not a usable RSA key: their name, and the remedy. */
const wrongKeys = {
  openSsh: [
    'an OpenSSH key',
    'Convert a copy: ssh-keygen -p -m PEM -f key, or -e -m PEM -f key.pub',
  ],
  ec: ['an EC key', 'Make an RSA key: openssl genpkey -algorithm RSA -out private.pem'],
  encrypted: ['an encrypted private key', 'Decrypt it: openssl pkey -in key.pem -out private.pem'],
  several: ['more than one key', 'Pass one.'],
  certificateRequest: [
    'a certificate request',
    'Take its public key: openssl req -in csr.pem -pubkey -noout',
  ],
  certificate: ['a certificate', 'Take its public key: openssl x509 -in cert.pem -pubkey -noout'],
  otherAlgorithm: [
    'a key of another algorithm',
    'Make an RSA key: openssl genpkey -algorithm RSA -out private.pem',
  ],
  // The runtime's message about a damaged key may quote the key, so it is not passed on.
  damagedRsa: ['a damaged RSA key', 'Copy it again.'],
  damagedDer: ['a damaged DER', 'Copy it again.'],
  damagedPem: ['a damaged PEM', 'Copy it again.'],
  damagedJwk: ['a damaged JWK', 'Copy it again.'],
  noDer: ['not the DER of a key', 'Pass PKCS#8, PKCS#1 or SPKI.'],
  noPem: ['not a PEM', 'Pass the key, not a path.'],
  cryptoKey: ['a CryptoKey', 'It is imported already: use it as it is.'],
  noKey: ['no text, no bytes and no JWK', 'Await it, or pass a text, a Uint8Array or a JWK.'],
  tooLong: ['longer than any key', 'Pass the key alone.'],
  empty: ['empty', 'Pass the key.'],
  missing: ['missing', 'Pass the key.'],
} as const satisfies Record<string, readonly [found: string, remedy: string]>

/** The error that names a wrong kind of key. */
export function wrongKey(kind: keyof typeof wrongKeys): KeyError {
  const [found, remedy] = wrongKeys[kind]
  return new KeyError(found, remedy)
}
