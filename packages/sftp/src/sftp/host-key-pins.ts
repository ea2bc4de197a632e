import { createHash, timingSafeEqual } from 'node:crypto'
import { checkArguments } from '@merchant-edge/signing/options'
import { FileExchangeError } from '../exchange/file-exchange-error.ts'

const form = /^SHA256:[A-Za-z0-9+/]{43}=?$/

/** The fingerprints of host keys that are accepted. */
export interface HostKeyPins {
  /** Whether a host key has one of the pinned fingerprints. */
  accepts(key: Uint8Array): boolean
}

/** SHA-256 fingerprint of a host key as `ssh-keygen -l` prints it. */
export function hostKeyFingerprint(key: Uint8Array): string {
  checkArguments('hostKeyFingerprint', { key })
  return `SHA256:${createHash('sha256').update(key).digest('base64').replaceAll('=', '')}`
}

/** Kind and fingerprint of a host key, for a message. */
export function describeHostKey(key: Uint8Array): string {
  const bytes = Buffer.from(key)
  const kind = bytes.length > 4 ? bytes.subarray(4, 4 + bytes.readUInt32BE(0)).toString() : ''
  const shown = /^[a-z0-9@.-]{1,64}$/.test(kind) ? kind : 'a key of an unknown kind'
  return `${shown} ${hostKeyFingerprint(key)}`
}

/**
 * Parses the pinned fingerprints.
 *
 * @param fingerprints one, or two while the server changes its key, as `SHA256:` and base64
 * @throws FileExchangeError `ERR_OPTIONS`
 */
export function readHostKeyPins(fingerprints: readonly string[]): HostKeyPins {
  if (!Array.isArray(fingerprints)) {
    throw new FileExchangeError('ERR_OPTIONS', 'hostKeyFingerprints must be a list.', {
      remedy: "Give a list of one, such as ['SHA256:...'], as ssh-keygen -l prints it.",
    })
  }
  if (fingerprints.length < 1 || fingerprints.length > 2) {
    throw new FileExchangeError(
      'ERR_OPTIONS',
      `${fingerprints.length} host key fingerprints are set; it must be one, or two while the server changes its key.`,
      { remedy: 'Ask the operator of the server for the fingerprint that ssh-keygen -l prints.' },
    )
  }
  const pins = fingerprints.map((text) => {
    if (form.test(text)) return Buffer.from(text.slice('SHA256:'.length), 'base64')
    throw new FileExchangeError(
      'ERR_OPTIONS',
      'A host key fingerprint is not SHA256: and 43 characters of base64.',
      { remedy: 'Copy it as ssh-keygen -l prints it, with SHA256: in front.' },
    )
  })
  return {
    accepts(key) {
      const shown = createHash('sha256').update(key).digest()
      return pins.some((pin) => timingSafeEqual(pin, shown))
    },
  }
}
