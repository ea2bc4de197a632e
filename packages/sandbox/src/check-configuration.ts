import { importPrivateKey, importPublicKey, KeyError } from '@merchant-edge/signing'
import * as v from 'valibot'
import { minSecretChars } from './gate/secret.ts'
import { seedClientChanges } from './identity/clients/client-registration.ts'
import type { SandboxEnv, SandboxVariables } from './sandbox-env.ts'

/** A problem with a variable of the sandbox. */
export interface SandboxProblem {
  readonly name: keyof SandboxEnv
  /** What is wrong, as the words that follow the name of the variable; never contains its value. */
  readonly problem: string
  /** What to do, as a sentence. */
  readonly remedy: string
}

const remedies = {
  SANDBOX_URL: 'Set its own origin, such as https://sandbox.example, without a slash at the end.',
  ALLOWED_HOSTS: 'Set hosts as host or host:port, separated by commas.',
  CALLBACK_HOSTS: 'Set hosts as host or host:port, separated by commas.',
  CONTROL_SECRET: 'Set the output of: openssl rand -hex 32',
  SEED_KEYS: 'Set JSON like [{"keyCode":"...","publicKeyPem":"..."}].',
  SEED_CLIENTS:
    'Set JSON like [{"clientId":"edge-shop","clientSecret":"...","redirectUris":["..."]}].',
  SEED_CALLBACK_KEY: 'Set an RSA private key as PKCS#8 PEM, or nothing.',
  SEED_CHECKSUM_KEY: 'Set 8 to 128 printable characters without spaces, or nothing.',
} as const satisfies Partial<Record<keyof SandboxEnv, string>>

type Setting = keyof typeof remedies

const say = (name: Setting, problem: string): SandboxProblem => ({
  name,
  problem,
  remedy: remedies[name],
})

function ownAddress({ SANDBOX_URL: text = '' }: SandboxVariables): SandboxProblem[] {
  if (text === '') return []
  const url = URL.parse(text.replace(/\/$/, ''))
  const isOrigin = url !== null && url.href === `${url.origin}/` && /^https?:$/.test(url.protocol)
  return isOrigin ? [] : [say('SANDBOX_URL', 'is not an origin')]
}

function hosts(name: 'ALLOWED_HOSTS' | 'CALLBACK_HOSTS', text = ''): SandboxProblem[] {
  const entries = text.split(',').map((entry) => entry.trim())
  const isHost = (entry: string) => {
    const url = URL.parse(`http://${entry}`)
    return url !== null && url.href === `http://${url.host}/` && !entry.includes('/')
  }
  const malformed = entries.filter((entry) => entry !== '' && !isHost(entry)).length
  return malformed === 0
    ? []
    : [say(name, `has ${malformed} of ${entries.length} that are no host`)]
}

function controlSecret({ CONTROL_SECRET: secret = '' }: SandboxVariables): SandboxProblem[] {
  if (secret === '' || secret.length >= minSecretChars) return []
  return [say('CONTROL_SECRET', `is shorter than ${minSecretChars} characters, and opens nothing`)]
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const seedKey = v.object({
  keyCode: v.pipe(v.string(), v.minLength(1), v.maxLength(36)),
  publicKeyPem: v.string(),
})

/** Describes what a value is when it is not a key; `undefined` for a key. */
async function describeUnusableKey(imported: Promise<CryptoKey>): Promise<string | undefined> {
  try {
    await imported
    return undefined
  } catch (error) {
    if (error instanceof KeyError) return error.found
    throw error
  }
}

async function seedKeyProblem(entry: unknown, index: number): Promise<SandboxProblem[]> {
  const parsed = v.safeParse(seedKey, entry)
  if (!parsed.success) {
    const field = v.getDotPath(parsed.issues[0]) ?? 'form'
    return [say('SEED_KEYS', `has an entry ${index} whose ${field} is missing or malformed`)]
  }
  const found = await describeUnusableKey(importPublicKey(parsed.output.publicKeyPem))
  return found === undefined
    ? []
    : [say('SEED_KEYS', `has an entry ${index} whose publicKeyPem is ${found}`)]
}

async function seedKeys({ SEED_KEYS: text = '' }: SandboxVariables): Promise<SandboxProblem[]> {
  if (text.trim() === '') return []
  const list = parseJson(text)
  if (!Array.isArray(list)) return [say('SEED_KEYS', 'is no JSON list')]
  return (await Promise.all(list.map(seedKeyProblem))).flat()
}

function seedClients({ SEED_CLIENTS: text = '' }: SandboxVariables): SandboxProblem[] {
  if (text.trim() === '') return []
  const list = parseJson(text)
  if (!Array.isArray(list)) return [say('SEED_CLIENTS', 'is no JSON list')]
  const parsed = v.safeParse(seedClientChanges, list)
  const places = new Set((parsed.issues ?? []).map((issue) => v.getDotPath(issue) ?? 'form'))
  return [...places].map((place) => say('SEED_CLIENTS', `has ${place} missing or malformed`))
}

async function callbackKey({
  SEED_CALLBACK_KEY: pem = '',
}: SandboxVariables): Promise<SandboxProblem[]> {
  const found = pem === '' ? undefined : await describeUnusableKey(importPrivateKey(pem))
  return found === undefined ? [] : [say('SEED_CALLBACK_KEY', `is ${found}`)]
}

function checksumKey({ SEED_CHECKSUM_KEY: key = '' }: SandboxVariables): SandboxProblem[] {
  if (key === '' || /^[\x21-\x7E]{8,128}$/.test(key)) return []
  return [say('SEED_CHECKSUM_KEY', 'is not 8 to 128 printable characters without spaces')]
}

/** Checks all variables of the sandbox and returns every problem. No problem repeats a value. */
export async function checkConfiguration(env: SandboxVariables): Promise<SandboxProblem[]> {
  return [
    ...ownAddress(env),
    ...hosts('ALLOWED_HOSTS', env.ALLOWED_HOSTS),
    ...hosts('CALLBACK_HOSTS', env.CALLBACK_HOSTS),
    ...controlSecret(env),
    ...(await seedKeys(env)),
    ...seedClients(env),
    ...(await callbackKey(env)),
    ...checksumKey(env),
  ]
}
