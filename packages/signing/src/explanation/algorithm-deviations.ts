const algorithms = [
  { says: 'with SHA-1 instead of SHA-256', name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-1' },
  { says: 'with SHA-384 instead of SHA-256', name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-384' },
  { says: 'with SHA-512 instead of SHA-256', name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-512' },
  { says: 'with the padding PSS instead of PKCS#1 v1.5', name: 'RSA-PSS', hash: 'SHA-256' },
] as const

/** PSS salt lengths that libraries use: as long as the hash, none, or as long as possible. */
function saltLengths(signature: Uint8Array): readonly number[] {
  return [32, 0, signature.byteLength - 34]
}

async function sha256(bytes: BufferSource): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
}

/** How the right text was signed in the wrong way. */
export interface AlgorithmDeviation {
  /** What was done, after the words "you signed". */
  readonly says: string
  /** Whether the signature covers the text itself. */
  readonly signsText: boolean
}

/**
 * Finds out whether the right text was signed in the wrong way.
 *
 * @param spki the public key
 * @returns `undefined` when it was not
 */
export async function algorithmDeviation(
  spki: ArrayBuffer,
  text: string,
  signature: Uint8Array<ArrayBuffer>,
): Promise<AlgorithmDeviation | undefined> {
  const bytes = new TextEncoder().encode(text)
  for (const { says, name, hash } of algorithms) {
    const key = await crypto.subtle.importKey('spki', spki, { name, hash }, false, ['verify'])
    for (const saltLength of name === 'RSA-PSS' ? saltLengths(signature) : [0]) {
      const isRight = await crypto.subtle
        .verify({ name, saltLength }, key, signature, bytes)
        .catch(() => false)
      if (isRight) return { says: `the right text, but ${says}`, signsText: true }
    }
  }
  const algorithm = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('spki', spki, algorithm, false, ['verify'])
  const hash = await sha256(bytes)
  const hex = [...hash].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  for (const hashed of [hash, new TextEncoder().encode(hex)]) {
    if (await crypto.subtle.verify(algorithm, key, signature, hashed)) {
      const says = 'the SHA-256 of the text instead of the text: the signature hashes it already'
      return { says, signsText: false }
    }
  }
  return undefined
}
