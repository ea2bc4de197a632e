import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { chunksOf, streamOf } from '../src/exchange/content.ts'
import type { FileSource } from '../src/exchange/file-exchange.ts'
import { type S3BucketOptions, createS3Bucket } from '../src/s3/s3-bucket.ts'
import { partBytesFor } from '../src/s3/upload-parts.ts'
import { bytesOf, contentOf, sourceOf } from './content.ts'
import { type S3TestServer, startS3Server } from './s3-server.ts'

const mebibyte = 2 ** 20
const partBytes = 5 * mebibyte
const content = contentOf(12 * mebibyte + 3)
let server: S3TestServer

beforeEach(async () => {
  server = await startS3Server()
})

afterEach(() => server.stop())

function bucketWith(changes: Partial<S3BucketOptions> = {}) {
  return createS3Bucket({
    endpoint: server.endpoint,
    bucket: 'files',
    credentials: server.credentials,
    partBytes,
    retry: { attempts: 3, firstDelayMs: 1 },
    ...changes,
  })
}

/** A source that counts from where it was opened. */
function countingSource(bytes: Uint8Array) {
  const opened: number[] = []
  const source = sourceOf(bytes)
  const counting: FileSource = {
    sizeBytes: source.sizeBytes,
    open(fromByte) {
      opened.push(fromByte)
      return source.open(fromByte)
    },
  }
  return { source: counting, opened }
}

function isThere(bytes = content): boolean {
  return server.objects.get('a.csv')?.content.equals(bytes) === true
}

describe('an upload in parts', () => {
  it('becomes a complete object, from one reading of the source', async () => {
    const { source, opened } = countingSource(content)
    const done: number[] = []

    await bucketWith().put('a.csv', source, { onProgress: (bytes) => done.push(bytes) })

    expect(isThere()).toBe(true)
    expect(server.objects.get('a.csv')?.etag).toMatch(/-3"$/)
    expect(server.uploads.size).toBe(0)
    expect(opened).toEqual([0])
    expect(done.at(-1)).toBe(content.length)
    expect(done.toSorted((one, other) => one - other)).toEqual(done)
    expect(Buffer.compare(await bytesOf(await bucketWith().get('a.csv')), content)).toBe(0)
  })

  it.each([
    ['in one request up to the size of a part', partBytes, 0],
    ['in parts above it', partBytes + 1, 2],
    ['in as many parts as it fills', 2 * partBytes, 2],
  ])('is made %s', async (_, sizeBytes, parts) => {
    const bytes = content.subarray(0, sizeBytes)

    await bucketWith().put('a.csv', sourceOf(bytes))

    expect(isThere(bytes)).toBe(true)
    expect(server.objects.get('a.csv')?.etag.split('-')[1]).toBe(parts ? `${parts}"` : undefined)
  })

  it('resends an interrupted part, and reads only that one again', async () => {
    server.faults.breakParts = [0, mebibyte]
    const { source, opened } = countingSource(content)

    await bucketWith().put('a.csv', source)

    expect(isThere()).toBe(true)
    expect(opened).toEqual([0, 0, 0])
  })

  it('continues reading after a resent part', async () => {
    const { source, opened } = countingSource(content)
    const breaks = [100]
    const bucket = bucketWith({
      async fetch(input, init) {
        if (input instanceof URL && input.searchParams.get('partNumber') === '2') {
          server.faults.breakParts = breaks.splice(0)
        }
        return await fetch(input, init)
      },
    })

    await bucket.put('a.csv', source)

    expect(isThere()).toBe(true)
    expect(opened).toEqual([0, partBytes])
  })

  it.each([
    [
      'a part that breaks off each time',
      () => void (server.faults.breakParts = [0, 0, 0]),
      'ERR_CONNECTION',
    ],
    [
      'a completion that fails each time, with status 200',
      () => void (server.faults.errorsInBody = ['InternalError', 'InternalError', 'InternalError']),
      'ERR_CONNECTION',
    ],
    [
      'a completion that is refused, with status 200',
      () => void (server.faults.errorsInBody = ['AccessDenied']),
      'ERR_SERVER',
    ],
  ])('leaves neither an object nor parts after %s', async (_, provoke, code) => {
    provoke()

    const put = bucketWith().put('a.csv', sourceOf(content))

    await expect(put).rejects.toMatchObject({ code })
    expect([server.objects.size, server.uploads.size]).toEqual([0, 0])
  })

  it.each([
    ['in one request', 4 * mebibyte, () => void (server.faults.breaksAt = 'a.csv')],
    ['in parts', content.length, () => void (server.faults.breakParts = [0, mebibyte, mebibyte])],
  ])(
    'closes every reading of the source when its requests %s break off',
    async (_, sizeBytes, provoke) => {
      const source = sourceOf(content.subarray(0, sizeBytes))
      const open = new Set<AsyncGenerator<Uint8Array>>()
      const tracked: FileSource = {
        sizeBytes,
        async open(fromByte) {
          const chunks = chunksOf(await source.open(fromByte))
          async function* counted() {
            open.add(chunks)
            try {
              yield* chunks
            } finally {
              open.delete(chunks)
            }
          }
          return streamOf(counted())
        },
      }
      provoke()

      await expect(bucketWith().put('a.csv', tracked)).rejects.toMatchObject({
        code: 'ERR_CONNECTION',
      })
      await expect.poll(() => open.size).toBe(0)
    },
  )

  it('is completed after a temporary error that came with status 200', async () => {
    server.faults.errorsInBody = ['InternalError', 'InternalError']

    await bucketWith().put('a.csv', sourceOf(content))

    expect(isThere()).toBe(true)
  })

  it.each([
    ['new', false],
    ['to replace another', true],
  ])('recognizes its own object when an answer was lost; it is %s', async (_, replace) => {
    if (replace) server.set('a.csv', contentOf(10))
    server.faults.errorsInBody = ['InternalError']
    server.faults.doesWhatFailed = true

    await bucketWith().put('a.csv', sourceOf(content), { replace })

    expect(isThere()).toBe(true)
    expect(server.uploads.size).toBe(0)
  })

  it.each(['kept', 'ignored', 'not implemented'] as const)(
    'keeps an existing object where conditions are %s',
    async (conditions) => {
      server.faults.conditions = conditions
      server.set('a.csv', contentOf(10))

      const put = bucketWith().put('a.csv', sourceOf(content))

      await expect(put).rejects.toMatchObject({ code: 'ERR_FILE_EXISTS' })
      expect(server.objects.get('a.csv')?.content.length).toBe(10)
      expect(server.log.filter((line) => !line.startsWith('HEAD'))).toEqual([])
    },
  )

  it('succeeds where conditions are not implemented', async () => {
    server.faults.conditions = 'not implemented'

    await bucketWith().put('a.csv', sourceOf(content))

    expect(isThere()).toBe(true)
  })

  it('keeps an object that appeared meanwhile, and leaves no parts', async () => {
    server.faults.beforeWrite = () => server.set('a.csv', contentOf(10))

    const put = bucketWith().put('a.csv', sourceOf(content))

    await expect(put).rejects.toMatchObject({ code: 'ERR_FILE_EXISTS' })
    expect(server.objects.get('a.csv')?.content.length).toBe(10)
    expect(server.uploads.size).toBe(0)
  })

  it.each([
    ['more', content.length - 1],
    ['less', content.length + 1],
    ['less, by whole parts', 4 * partBytes],
  ])('stores nothing when the source delivers %s than it announced', async (_, announced) => {
    const put = bucketWith().put('a.csv', sourceOf(content, announced))

    await expect(put).rejects.toMatchObject({ code: 'ERR_SIZE_DIFFERS' })
    expect([server.objects.size, server.uploads.size]).toEqual([0, 0])
  })

  it('reports the error of the source, and leaves no parts', async () => {
    const failing: FileSource = {
      sizeBytes: content.length,
      open: () =>
        new ReadableStream({
          start: (controller) => controller.enqueue(content.slice(0, partBytes + 1)),
          pull: (controller) => controller.error(new Error('the disk is gone')),
        }),
    }

    const put = bucketWith().put('a.csv', failing)

    await expect(put).rejects.toThrow('the disk is gone')
    expect([server.objects.size, server.uploads.size]).toEqual([0, 0])
  })

  it('is aborted by its signal, and leaves no parts', async () => {
    const stop = new AbortController()
    const onProgress = (bytes: number) => {
      if (bytes > partBytes) stop.abort(new Error('enough'))
    }

    const put = bucketWith().put('a.csv', sourceOf(content), { signal: stop.signal, onProgress })

    await expect(put).rejects.toThrow('enough')
    expect([server.objects.size, server.uploads.size]).toEqual([0, 0])
  })
})

describe('the size of a part', () => {
  it.each([
    [1, 64],
    [640_000, 64],
    [640_001, 65],
    [5 * mebibyte, 525],
  ])('of %d MiB is %d MiB, so that there are at most 10,000', (sizeMib, partMib) => {
    const part = partBytesFor(sizeMib * mebibyte, 64 * mebibyte)

    expect(part).toBe(partMib * mebibyte)
    expect((sizeMib * mebibyte) / part).toBeLessThanOrEqual(10_000)
  })

  it.each([5 * mebibyte - 1, 5 * 1024 * mebibyte + 1, 6e6 + 0.5])(
    'is refused as %d bytes',
    (size) => {
      expect(() => bucketWith({ partBytes: size })).toThrow('not from 5 MiB to 5 GiB')
    },
  )
})
