import { createKeyRing, type KeyRing } from '@merchant-edge/signing/sealing'

const keyId = 'v1'
let kept: { readonly secret: string; readonly ring: KeyRing } | undefined

// The key is derived once for the many requests that one isolate serves with the same secret.
function ringOf(secret: string): KeyRing {
  if (kept?.secret !== secret) {
    kept = { secret, ring: createKeyRing('merchant-edge sealed text', [{ id: keyId, secret }]) }
  }
  return kept.ring
}

/** What a sealed text belongs to. */
export interface Seal {
  /** Secret of at least 16 characters. */
  readonly secret: string
  /** Id of the row that holds the text: sealed for one row, it opens for no other. */
  readonly owner: string
}

/** Seals a secret text with AES-256-GCM, so that the database alone does not tell it. */
export function sealText({ secret, owner }: Seal, text: string): Promise<string> {
  return ringOf(secret).seal(text, owner)
}

/**
 * Opens a sealed text.
 *
 * @returns `undefined` when it was sealed under another secret or for another owner, or was changed
 */
export function openText({ secret, owner }: Seal, sealed: string): Promise<string | undefined> {
  return ringOf(secret).open(sealed, owner)
}
