/** The first 32 bits of the fraction of a root. */
function fraction(root: number): number {
  return ((root - Math.floor(root)) * 2 ** 32) | 0
}

function isPrime(candidate: number): boolean {
  for (let divisor = 2; divisor * divisor <= candidate; divisor += 1) {
    if (candidate % divisor === 0) return false
  }
  return true
}

const primes = Array.from({ length: 310 }, (_, index) => index + 2).filter(isPrime)
const roundConstants = Int32Array.from(primes, (prime) => fraction(Math.cbrt(prime)))
const initial = Int32Array.from(primes.slice(0, 8), (prime) => fraction(Math.sqrt(prime)))

/**
 * SHA-256 of a stream. WebCrypto hashes only complete buffers, so this is TypeScript. If the
 * runtime has a streaming digest, pass it as `createDigest`: it is several times faster.
 *
 * @see FIPS 180-4
 */
export class Sha256 {
  readonly #state = initial.slice()
  readonly #words = new Int32Array(64)
  readonly #block = new Uint8Array(64)
  readonly #view = new DataView(this.#block.buffer)
  #filled = 0
  #length = 0

  /** Adds the next bytes. */
  update(bytes: Uint8Array): void {
    this.#length += bytes.length
    let at = 0
    if (this.#filled > 0) {
      at = Math.min(64 - this.#filled, bytes.length)
      this.#block.set(bytes.subarray(0, at), this.#filled)
      this.#filled += at
      if (this.#filled < 64) return
      this.#takeBlock(this.#view, 0)
      this.#filled = 0
    }
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    for (; at + 64 <= bytes.length; at += 64) this.#takeBlock(view, at)
    this.#block.set(bytes.subarray(at))
    this.#filled = bytes.length - at
  }

  /** Ends the digest; @returns it as lower-case hex */
  digest(): string {
    const bits = BigInt(this.#length) * 8n
    const padding = new Uint8Array(((119 - (this.#length % 64)) % 64) + 9)
    padding[0] = 0x80
    new DataView(padding.buffer).setBigUint64(padding.length - 8, bits)
    this.update(padding)
    return Array.from(this.#state, (word) => (word >>> 0).toString(16).padStart(8, '0')).join('')
  }

  #takeBlock(view: DataView, at: number): void {
    const words = this.#words
    for (let index = 0; index < 16; index += 1) words[index] = view.getInt32(at + index * 4)
    for (let index = 16; index < 64; index += 1) {
      const early = words[index - 15] ?? 0
      const late = words[index - 2] ?? 0
      const earlyMix =
        ((early >>> 7) | (early << 25)) ^ ((early >>> 18) | (early << 14)) ^ (early >>> 3)
      const lateMix =
        ((late >>> 17) | (late << 15)) ^ ((late >>> 19) | (late << 13)) ^ (late >>> 10)
      words[index] = ((words[index - 16] ?? 0) + earlyMix + (words[index - 7] ?? 0) + lateMix) | 0
    }
    this.#mixWords()
  }

  #mixWords(): void {
    const words = this.#words
    const state = this.#state
    let a = state[0] ?? 0
    let b = state[1] ?? 0
    let c = state[2] ?? 0
    let d = state[3] ?? 0
    let e = state[4] ?? 0
    let f = state[5] ?? 0
    let g = state[6] ?? 0
    let h = state[7] ?? 0
    for (let index = 0; index < 64; index += 1) {
      const high = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7))
      const choice = (e & f) ^ (~e & g)
      const first = (h + high + choice + (roundConstants[index] ?? 0) + (words[index] ?? 0)) | 0
      const low = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10))
      const majority = (a & b) ^ (a & c) ^ (b & c)
      h = g
      g = f
      f = e
      e = (d + first) | 0
      d = c
      c = b
      b = a
      a = (first + low + majority) | 0
    }
    state[0] = (state[0] ?? 0) + a
    state[1] = (state[1] ?? 0) + b
    state[2] = (state[2] ?? 0) + c
    state[3] = (state[3] ?? 0) + d
    state[4] = (state[4] ?? 0) + e
    state[5] = (state[5] ?? 0) + f
    state[6] = (state[6] ?? 0) + g
    state[7] = (state[7] ?? 0) + h
  }
}
