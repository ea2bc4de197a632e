import { createRandom } from './random.ts'

/**
 * Runs a function with a deterministic `crypto`: its random numbers depend on a seed and a name, so
 * that a repeated run of the fuzzer seals and signs the same texts. One call at a time.
 */
export async function withChanceOf<Result>(
  seed: number,
  name: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const random = createRandom(seed, `chance ${name}`)
  const chance = {
    getRandomValues<Numbers extends ArrayBufferView | null>(numbers: Numbers): Numbers {
      if (numbers !== null) {
        const bytes = new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength)
        bytes.set(random.bytes(bytes.length))
      }
      return numbers
    },
    randomUUID(): string {
      const digits = Buffer.from(random.bytes(16)).toString('hex')
      return digits.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5')
    },
  }
  for (const [method, value] of Object.entries(chance)) {
    Object.defineProperty(globalThis.crypto, method, { value, configurable: true })
  }
  try {
    return await work()
  } finally {
    for (const method of Object.keys(chance)) Reflect.deleteProperty(globalThis.crypto, method)
  }
}
