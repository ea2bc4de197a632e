import { createHash, timingSafeEqual } from 'node:crypto'
import ssh2, { type AuthContext, type ParsedKey } from 'ssh2'
import type { SftpUser } from './sftp-user.ts'

function sameText(given: string, expected: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(expected))
}

function readPublicKey(text: string): ParsedKey {
  const parsed = ssh2.utils.parseKey(text)
  const key = Array.isArray(parsed) ? parsed[0] : parsed
  if (key === undefined || key instanceof Error) {
    throw new TypeError('A public key of an SFTP user cannot be read: give it in OpenSSH form.')
  }
  return key
}

function isSigned(context: Extract<AuthContext, { method: 'publickey' }>, key: ParsedKey): boolean {
  const offered = context.key
  if (offered.algo !== key.type && !(key.type === 'ssh-rsa' && offered.algo.startsWith('rsa-'))) {
    return false
  }
  if (!Buffer.from(key.getPublicSSH()).equals(offered.data)) return false
  // Without a signature the client only asks whether this key is acceptable. @see RFC 4252, 7
  if (context.signature === undefined || context.blob === undefined) return true
  // `verify` may return an error, which is truthy.
  const verified: unknown = key.verify(context.blob, context.signature, context.hashAlgo)
  return verified === true
}

/** Checks logins: @returns the user whose password or signature is right */
export function createUserCheck(
  users: readonly SftpUser[],
): (context: AuthContext) => SftpUser | undefined {
  const known = users.map((user) => ({ user, keys: (user.publicKeys ?? []).map(readPublicKey) }))
  return (context) => {
    const match = known.find(({ user }) => sameText(context.username, user.name))
    if (match === undefined) return undefined
    const { user, keys } = match
    if (context.method === 'password') {
      const isRight = user.password !== undefined && sameText(context.password, user.password)
      return isRight ? user : undefined
    }
    if (context.method !== 'publickey') return undefined
    return keys.some((key) => isSigned(context, key)) ? user : undefined
  }
}
