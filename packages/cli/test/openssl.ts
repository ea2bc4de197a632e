import { execFileSync, spawnSync } from 'node:child_process'

const program = 'openssl'

/** Whether the independent implementation is installed. */
export const hasOpenssl = spawnSync(program, ['version']).status === 0

/** Runs openssl and returns what it printed. */
export function openssl(args: readonly string[], input: string | Uint8Array = ''): Buffer {
  return execFileSync(program, args, { input, stdio: ['pipe', 'pipe', 'ignore'] })
}

/** Makes a private key and its public key with openssl. */
export function opensslKeyPair(directory: string, bits = 2048): { key: string; publicKey: string } {
  const key = `${directory}/key-${bits}.pem`
  const publicKey = `${directory}/key-${bits}.pub.pem`
  openssl(['genpkey', '-algorithm', 'RSA', '-pkeyopt', `rsa_keygen_bits:${bits}`, '-out', key])
  openssl(['pkey', '-in', key, '-pubout', '-out', publicKey])
  return { key, publicKey }
}

/** Signs a text with openssl: RSASSA-PKCS1-v1_5 and SHA-256, in base64. */
export function opensslSign(key: string, text: string): string {
  return openssl(['dgst', '-sha256', '-sign', key], text).toString('base64')
}
