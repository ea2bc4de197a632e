import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { generateKeyPair, type KeyPairPem } from '@merchant-edge/signing'
import { generateHostKey } from '@merchant-edge/sftp/server'
import * as v from 'valibot'

/** Secrets of the Workers of one house; random, made at the first start, never committed. */
export interface HouseSecrets {
  /** Bearer secret of the shop's backend for the checkout. */
  readonly checkoutSecret: string
  /** Secret of the access keys in the addresses of customer pages. */
  readonly orderKeySecret: string
  /** Token of the operator of this house, with the role money. */
  readonly operatorToken: string
  /** Secret of the token in the callback's path. */
  readonly callbackSecret: string
  /** Standard Webhooks secret between orders and the shop. */
  readonly webhookSecret: string
  /** Secret of the shop's client at the identity server. */
  readonly shopClientSecret: string
  /** Secret of the desk's client at the identity server. */
  readonly consoleClientSecret: string
  /** Secret that seals the sessions of the desk's operators. */
  readonly consoleSessionSecret: string
  /** Secret that seals the sessions of the shop's customers. */
  readonly sessionSecret: string
  /** Password that pairs a device with a till. */
  readonly tillPassword: string
  /** Secret that seals the tokens of linked wallets. */
  readonly linkSecret: string
  /** Key of the checksums in the daily files. */
  readonly checksumKey: string
  /** Password of the merchant at the service's file server. */
  readonly sftpPassword: string
  /** Private host key of the service's file server. */
  readonly sftpHostKey: string
  readonly merchantPrivateKeyPem: string
  readonly merchantPublicKeyPem: string
  /** The service's key pair, with which the sandbox signs callbacks. */
  readonly callbackPrivateKeyPem: string
  readonly callbackPublicKeyPem: string
  /** X-Key-Code of the merchant's public key at the sandbox. */
  readonly keyCode: string
}

/**
 * A new key pair. It takes longer to make than all other secrets, so it is made only if none is
 * stored.
 */
async function keyPair(
  privateKeyPem: string | undefined,
  publicKeyPem: string | undefined,
): Promise<KeyPairPem> {
  if (privateKeyPem === undefined || publicKeyPem === undefined) return generateKeyPair()
  return { privateKeyPem, publicKeyPem }
}

/** Secrets of a house: the stored ones, and new ones for the others. */
async function completeSecrets(kept: Partial<HouseSecrets>): Promise<HouseSecrets> {
  const [merchant, service] = await Promise.all([
    keyPair(kept.merchantPrivateKeyPem, kept.merchantPublicKeyPem),
    keyPair(kept.callbackPrivateKeyPem, kept.callbackPublicKeyPem),
  ])
  return {
    checkoutSecret: randomBytes(24).toString('base64url'),
    orderKeySecret: randomBytes(24).toString('base64url'),
    operatorToken: `meo_${randomBytes(32).toString('base64url')}`,
    callbackSecret: randomBytes(32).toString('base64url'),
    shopClientSecret: randomBytes(24).toString('base64url'),
    consoleClientSecret: randomBytes(24).toString('base64url'),
    consoleSessionSecret: randomBytes(32).toString('base64url'),
    sessionSecret: randomBytes(32).toString('base64url'),
    tillPassword: randomBytes(24).toString('base64url'),
    linkSecret: randomBytes(32).toString('base64url'),
    checksumKey: randomBytes(24).toString('base64url'),
    sftpPassword: randomBytes(18).toString('base64url'),
    sftpHostKey: generateHostKey(),
    webhookSecret: `whsec_${randomBytes(24).toString('base64')}`,
    keyCode: 'edge-local-key',
    ...kept,
    merchantPrivateKeyPem: merchant.privateKeyPem,
    merchantPublicKeyPem: merchant.publicKeyPem,
    callbackPrivateKeyPem: service.privateKeyPem,
    callbackPublicKeyPem: service.publicKeyPem,
  }
}

/** The secrets in a state folder cannot be read; the message is shown to the user. */
export class DamagedSecrets extends Error {}

const Kept = v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.string()))

async function readKept(file: string): Promise<Partial<HouseSecrets>> {
  let text: string
  try {
    text = await readFile(file, 'utf8')
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
    return {}
  }
  const kept = v.safeParse(Kept, text)
  if (kept.success) return kept.output
  throw new DamagedSecrets(
    `${file} is damaged: it is not an object of texts. Restore a copy of it, or delete the orders and keys of earlier ` +
      'starts: npm start -- --reset',
  )
}

/**
 * Reads the secrets of a state folder, and makes missing ones.
 *
 * @param stateDirectory folder of the house; if left out, the secrets are kept in memory only
 */
export async function houseSecrets(stateDirectory: string | undefined): Promise<HouseSecrets> {
  if (stateDirectory === undefined) return completeSecrets({})
  const file = join(stateDirectory, 'secrets.json')
  const kept = await readKept(file)
  const secrets = await completeSecrets(kept)
  if (Object.keys(secrets).every((name) => name in kept)) return secrets
  await mkdir(stateDirectory, { recursive: true })
  // If the process ends meanwhile, the old file or the new one remains, never a part of one.
  const draft = `${file}.${process.pid}`
  await writeFile(draft, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 })
  await rename(draft, file)
  return secrets
}
