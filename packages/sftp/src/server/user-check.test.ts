import ssh2, { type AuthContext } from 'ssh2'
import { describe, expect, it } from 'vitest'
import { generateSshKeyPair } from './ssh-keys.ts'
import { createUserCheck } from './user-check.ts'

const keys = generateSshKeyPair()
const user = { name: 'partner', publicKeys: [keys.publicKey], password: 'right', folders: {} }
const blob = Buffer.from('what is signed')

function keyOf(text: string) {
  const key = ssh2.utils.parseKey(text)
  if (key instanceof Error || Array.isArray(key)) throw new Error('no key')
  return key
}

function login(fields: object): AuthContext {
  return { username: 'partner', ...fields } as AuthContext
}

function withSignature(signature: Buffer, signed = blob): AuthContext {
  const key = { algo: 'ssh-ed25519', data: Buffer.from(keyOf(keys.publicKey).getPublicSSH()) }
  return login({ method: 'publickey', key, blob: signed, signature })
}

describe('a user check', () => {
  const check = createUserCheck([user])
  const signature = keyOf(keys.privateKey).sign(blob)

  it('accepts a signature with the private key', () => {
    expect(check(withSignature(signature))).toBe(user)
  })

  it('refuses a user who only knows the public key', () => {
    expect(check(withSignature(Buffer.alloc(64)))).toBeUndefined()
    expect(check(withSignature(Buffer.alloc(3)))).toBeUndefined()
    expect(check(withSignature(signature, Buffer.from('something else')))).toBeUndefined()
  })

  it('accepts the password, and refuses a user without credentials', () => {
    expect(check(login({ method: 'password', password: 'right' }))).toBe(user)
    expect(check(login({ method: 'password', password: 'wrong' }))).toBeUndefined()
    expect(check(login({ method: 'none' }))).toBeUndefined()
    expect(check(login({ method: 'password', password: 'right', username: 'x' }))).toBeUndefined()
  })

  it('throws at once for an invalid public key', () => {
    expect(() => createUserCheck([{ ...user, publicKeys: ['nonsense'] }])).toThrow('cannot be read')
  })
})
