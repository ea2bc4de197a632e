import { exportPublicKey, inspectKey, type KeyInspection } from '@merchant-edge/signing'

/** Content of a key file: text, or the bytes of DER. */
export type FileKey = string | Uint8Array

/** The public half of a key, and what was in the file. */
export interface PublicHalf {
  readonly publicKey: FileKey
  readonly inspection: KeyInspection
}

/**
 * Takes the public half of a private key, so that a signature can be checked with either half.
 *
 * @throws KeyError when the material is not an RSA key
 */
export async function publicHalf(key: FileKey): Promise<PublicHalf> {
  const inspection = await inspectKey(key)
  if (inspection.kind === 'public key') return { publicKey: key, inspection }
  return { publicKey: exportPublicKey(key), inspection }
}
