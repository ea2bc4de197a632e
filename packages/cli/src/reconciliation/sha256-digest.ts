import type { StreamDigest } from '@merchant-edge/reconcile/engine'
import { createHash } from 'node:crypto'

/** SHA-256 of this runtime, several times faster than in JavaScript. */
export function sha256Digest(): StreamDigest {
  const hash = createHash('sha256')
  return {
    update: (bytes) => void hash.update(bytes),
    digest: () => hash.digest('hex'),
  }
}
