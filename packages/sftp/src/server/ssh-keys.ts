import ssh2 from 'ssh2'

/** A key pair in OpenSSH form. */
export interface SshKeyPair {
  /** Private key, as `ssh-keygen` writes it. */
  readonly privateKey: string
  /** Public key in one line, as `authorized_keys` holds it. */
  readonly publicKey: string
}

function isReadable(privateKey: string): boolean {
  const parsed = ssh2.utils.parseKey(privateKey)
  return !(parsed instanceof Error)
}

/**
 * Generates an Ed25519 key pair.
 *
 * @example
 * ```ts
 * import { generateSshKeyPair } from '@merchant-edge/sftp/server'
 *
 * const { publicKey } = generateSshKeyPair()
 * if (!publicKey.startsWith('ssh-ed25519 ')) throw new Error('The key must be in OpenSSH form.')
 * ```
 */
export function generateSshKeyPair(): SshKeyPair {
  for (;;) {
    const pair = ssh2.utils.generateKeyPairSync('ed25519')
    // ssh2 1.17 drops a leading zero of the public key: one pair in 256 cannot be parsed.
    if (isReadable(pair.private)) return { privateKey: pair.private, publicKey: pair.public }
  }
}
