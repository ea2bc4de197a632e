import { KeyError } from './key-error.ts'

const rsaOnly = 'The service takes RSA: openssl genpkey -algorithm RSA -out private.pem'

/** What people hand over instead of a usable RSA key: what it is, and the way out. */
const wrongKinds = {
  encrypted: ['an encrypted private key', 'Decrypt it: openssl pkey -in key.pem -out private.pem'],
  certificate: ['a certificate', 'Take its public key: openssl x509 -in cert.pem -pubkey -noout'],
  request: ['a certificate request', 'Take its public key: openssl req -in csr.pem -pubkey -noout'],
  ec: ['an EC key', rsaOnly],
  other: ['a key of another algorithm', rsaOnly],
  openSsh: [
    'an OpenSSH key',
    'Convert a copy: ssh-keygen -p -m PEM -f key, or -e -m PKCS8 -f key.pub for a public key',
  ],
  public: ['a public key', 'Pass the private key that belongs to it.'],
  private: [
    'a private key',
    'Keep it secret and pass its public key: openssl pkey -in private.pem -pubout',
  ],
  several: ['more than one key', 'Pass one PEM block or JWK alone.'],
  cut: ['a damaged PEM', 'Copy it again, from -----BEGIN to -----END.'],
  notPem: ['not a PEM', 'Pass the text of the key file, not its path.'],
  notDer: ['not the DER of a key', 'Pass PKCS#8, PKCS#1 or SPKI.'],
  empty: ['empty', 'Check that the secret with the key is set.'],
  jwk: ['a damaged JWK', 'Copy it again, with all members of an RSA key.'],
  jwkUse: ['a JWK for another use', 'It needs alg RS256, use sig, and sign or verify in key_ops.'],
  broken: ['a damaged RSA key', 'Copy it again: its numbers do not fit together.'],
} as const satisfies Record<string, readonly [found: string, remedy: string]>

/** Name of a thing that is not a usable key. */
export type WrongKind = keyof typeof wrongKinds

/** The error for a known wrong kind of key. */
export function wrongKind(kind: WrongKind): KeyError {
  const [found, remedy] = wrongKinds[kind]
  return new KeyError(found, remedy)
}
