import { inspectKey } from '@merchant-edge/signing'
import { usageFailure } from '../command/command-failure.ts'
import type { Terminal } from '../command/terminal.ts'
import { keyFailure, readKeyMaterial } from '../keys/read-key.ts'

/**
 * Creates the value of MERCHANT_KEY: private key and key code in one value, so that no Worker ever
 * has one without the other.
 *
 * @param keyFile path of the private key in PEM
 * @throws CommandFailure when the file holds no private key
 */
export async function merchantKey(
  { keyFile, keyCode }: { readonly keyFile: string; readonly keyCode: string },
  terminal: Terminal,
): Promise<string> {
  const privateKey = await readKeyMaterial(keyFile, terminal)
  const { kind } = await inspectKey(privateKey).catch((error: unknown) => {
    throw keyFailure(error, keyFile, 2)
  })
  if (kind !== 'private key' || typeof privateKey !== 'string') {
    throw usageFailure(
      `${keyFile} is no private key in PEM.`,
      'Name the private.pem that keys generate has written.',
    )
  }
  return JSON.stringify({ keyCode, privateKey })
}
