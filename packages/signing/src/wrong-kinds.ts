import { KeyError } from './key-error.ts'

const makeRsa = 'Make an RSA key: openssl genpkey -algorithm RSA -out private.pem'

/**
 * What people hand over instead of a usable RSA key: what gives it away, its name, and the way out. A mark
 * stands in PEM text without its white space, in the JSON of `kty` and `keys`, or in the hex of DER.
 */
const wrongKinds = [
  [
    /BEGIN\w*SSH|^(ssh|ecdsa)-/,
    'an OpenSSH key',
    'Convert a copy: ssh-keygen -p -m PEM -f key, or -e -m PEM -f key.pub',
  ],
  // The object identifiers of EC keys and of their curves.
  [/BEGINEC|"EC"|2a8648ce3d|052b8104/, 'an EC key', makeRsa],
  // Those of PKCS#5 and PKCS#12, which encrypt with a password.
  [
    /(BEGIN|4,)ENC|f70d010[5c]/,
    'an encrypted private key',
    'Decrypt it: openssl pkey -in key.pem -out private.pem',
  ],
  [/BEGIN.*BEGIN|"keys"/, 'more than one key', 'Pass one.'],
  [
    /BEGIN\w*REQ/,
    'a certificate request',
    'Take its public key: openssl req -in csr.pem -pubkey -noout',
  ],
  // Two long sequences; a key begins with a long and a short one.
  [
    /BEGIN\w*CERT|^30.{6}3082/,
    'a certificate',
    'Take its public key: openssl x509 -in cert.pem -pubkey -noout',
  ],
  // RSA inside SPKI or PKCS#8, or the beginning of PKCS#1, which the runtime did not take.
  [/^30.{22,28}f70d010101|^3082....02010002/, 'a damaged RSA key', 'Copy it again.'],
  // Any other algorithm inside SPKI or PKCS#8.
  [/"(oct|OKP)"|^30.{2,12}30..06/, 'a key of another algorithm', makeRsa],
] as const

/**
 * Refuses what is known to be no usable RSA key.
 *
 * @param text what may give away what it is
 * @throws KeyError naming it
 */
export function refuseWrongKind(text: string): void {
  for (const [mark, found, remedy] of wrongKinds) {
    if (mark.test(text)) throw new KeyError(found, remedy)
  }
}
