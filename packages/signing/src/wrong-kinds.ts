import { KeyError } from './key-error.ts'

type Row = readonly [found: string, remedy: string, mark?: RegExp]

const makeRsa = 'Make an RSA key: openssl genpkey -algorithm RSA -out private.pem'

/**
 * What people hand over instead of a usable RSA key, the way out, and what gives it away: a mark in PEM
 * text, in the text of {@link readDer}, or in `kty`.
 */
const wrongKinds = [
  [
    'an OpenSSH key',
    'Convert a copy: ssh-keygen -p -m PEM -f key, or -e -m PKCS8 -f key.pub',
    /BEGIN OPENSSH|BEGIN SSH2|^(ssh|ecdsa)-/,
  ],
  ['an EC key', makeRsa, /BEGIN EC |^EC$|06<2a8648ce3d0201>|^30<02<01>04</],
  [
    'an encrypted private key',
    'Decrypt it: openssl pkey -in key.pem -out private.pem',
    /(BEGIN |4,)ENCRYPTED|^30<30<06<.*>04</,
  ],
  ['more than one key', 'Pass one alone.', /BEGIN [^]*BEGIN /],
  [
    'a certificate',
    'Take its public key: openssl x509 -in cert.pem -pubkey -noout',
    /BEGIN .*CERTIFICATE-|^30<30<(a0|02)</,
  ],
  [
    'a certificate request',
    'Take its public key: openssl req -in csr.pem -pubkey -noout',
    /BEGIN .*REQUEST-/,
  ],
  ['a key of another algorithm', makeRsa, /^(oct|OKP)$|^30<(02<0.>)?30<06</],
  ['a public key', 'Pass its private key.'],
  ['a private key', 'Keep it secret and pass its public key: openssl pkey -in private.pem -pubout'],
  ['a damaged PEM', 'Copy it again, from -----BEGIN to -----END.'],
  ['not a PEM', 'Pass the text of the key, not its path.'],
  ['not the DER of a key', 'Pass PKCS#8, PKCS#1 or SPKI.'],
  ['empty', 'Set the secret with the key.'],
  ['a damaged JWK', 'Copy it again, with all its members.'],
  ['a JWK for another use', 'It needs kty RSA, alg RS256, use sig, key_ops sign or verify.'],
  ['a damaged RSA key', 'Copy it again: its numbers do not fit together.'],
] as const satisfies readonly Row[]

/** Name of a thing that is not a usable key. */
export type WrongKind = (typeof wrongKinds)[number][0]

/**
 * The error for a wrong kind of key.
 *
 * @param otherwise what it is when nothing gives it away
 * @param text what may give away what it is
 */
export function wrongKind(otherwise: WrongKind, text = ''): KeyError {
  const isIt = ([found, , mark]: Row): boolean => found === otherwise || (mark?.test(text) ?? false)
  const [found, remedy] = wrongKinds.find(isIt) ?? [otherwise, otherwise]
  return new KeyError(found, remedy)
}
