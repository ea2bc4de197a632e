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

/** Makes a new Ed25519 key pair. */
export function generateSshKeyPair(): SshKeyPair {
  for (;;) {
    const pair = ssh2.utils.generateKeyPairSync('ed25519')
    // ssh2 1.17 drops a zero at the start of the public half: one key in 256 cannot be read.
    if (isReadable(pair.private)) return { privateKey: pair.private, publicKey: pair.public }
  }
}
