import { env } from 'cloudflare:workers'
import { assert, describe, expect, it } from 'vitest'
import { bucketStream, copyStream, hexOf, sha256OfStream } from './bucket-stream.ts'
import { nativeDigest } from './native-digest.ts'

const mib = 1024 * 1024

/** Bytes that are not the same anywhere near. */
function bytesOf(length: number): Uint8Array {
  const words = new Uint32Array(Math.ceil(length / 4))
  for (let at = 0; at < words.length; at += 1) words[at] = Math.imul(at, 2_654_435_761)
  return new Uint8Array(words.buffer, 0, length)
}

async function write(key: string, bytes: Uint8Array, chunk: number): Promise<void> {
  const writer = bucketStream(env.FILES, key).getWriter()
  for (let at = 0; at < bytes.length; at += chunk) await writer.write(bytes.slice(at, at + chunk))
  await writer.close()
}

async function digest(bytes: ArrayBuffer | Uint8Array): Promise<string> {
  return String(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)))
}

describe('bucketStream', () => {
  it.each([
    ['nothing', 0, 1],
    ['a little', 1000, 7],
    ['one part and no more', 5 * mib, 1_000_003],
    ['one part and a byte', 5 * mib + 1, 1_000_003],
    ['chunks larger than a part', 16 * mib + 5, 7 * mib],
  ])('writes %s unchanged', async (_what, length, chunk) => {
    const bytes = bytesOf(length)

    await write('file', bytes, chunk)

    const object = await env.FILES.get('file')
    const read = await object?.arrayBuffer()
    expect(read?.byteLength).toBe(length)
    expect(await digest(read ?? new ArrayBuffer())).toBe(await digest(bytes))
  })

  it('keeps the existing object when it is aborted', async () => {
    await env.FILES.put('file', 'before')
    const writer = bucketStream(env.FILES, 'file').getWriter()
    await writer.write(bytesOf(6 * mib))

    await writer.abort('stopped')

    expect(await (await env.FILES.get('file'))?.text()).toBe('before')
  })
})

describe('sha256OfStream', () => {
  it.each([0, 1, 1_000_003])('hashes %d bytes of the bucket, and counts them', async (length) => {
    const bytes = bytesOf(length)
    await env.FILES.put('file', bytes)
    const object = await env.FILES.get('file')
    assert(object !== null, 'The file was not put.')

    const { sha256, bytes: counted } = await sha256OfStream(object.body)

    expect(counted).toBe(length)
    expect(sha256).toBe(hexOf(await crypto.subtle.digest('SHA-256', bytes)))
  })

  it('fails as the stream fails', async () => {
    await expect(sha256OfStream(failingStream())).rejects.toThrow('The disk is broken.')
  })
})

/** A stream of one piece, then an error. */
function failingStream(): ReadableStream<Uint8Array> {
  let isRead = false
  return new ReadableStream({
    pull(controller) {
      if (isRead) controller.error(new Error('The disk is broken.'))
      else controller.enqueue(new Uint8Array(10))
      isRead = true
    },
  })
}

describe('copyStream', () => {
  it('copies every piece, and closes', async () => {
    const bytes = bytesOf(6 * mib)

    await copyStream(new Blob([bytes]).stream(), bucketStream(env.FILES, 'file'))

    const read = await (await env.FILES.get('file'))?.arrayBuffer()
    expect(await digest(read ?? new ArrayBuffer())).toBe(await digest(bytes))
  })

  it('aborts the target when the source fails', async () => {
    await env.FILES.put('file', 'before')

    const copied = copyStream(failingStream(), bucketStream(env.FILES, 'file'))

    await expect(copied).rejects.toThrow('The disk is broken.')
    expect(await (await env.FILES.get('file'))?.text()).toBe('before')
  })

  it('cancels the source when the target fails', async () => {
    let isCancelled = false
    const endless = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(new Uint8Array(10)),
      cancel() {
        isCancelled = true
      },
    })
    const full = new WritableStream({ write: () => Promise.reject(new Error('No room.')) })

    await expect(copyStream(endless, full)).rejects.toThrow('No room.')
    expect(isCancelled).toBe(true)
  })
})

describe('nativeDigest', () => {
  it.each([0, 1, 1_000_003])(
    'hashes %d bytes that arrive in chunks that reuse one buffer',
    async (length) => {
      const bytes = bytesOf(length)
      const memory = new Uint8Array(300 * 1024)
      const found = nativeDigest()
      for (let at = 0; at < length; at += memory.length) {
        const piece = bytes.subarray(at, at + memory.length)
        memory.set(piece)
        found.update(memory.subarray(0, piece.length))
      }

      expect(await found.digest()).toBe(hexOf(await crypto.subtle.digest('SHA-256', bytes)))
    },
  )
})
