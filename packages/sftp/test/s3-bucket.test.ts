import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { FileExchange } from '../src/exchange/file-exchange.ts'
import { type S3BucketOptions, createS3Bucket } from '../src/s3/s3-bucket.ts'
import { signS3Request } from '../src/s3/sign-s3-request.ts'
import { bytesOf, contentOf, sourceOf } from './content.ts'
import { type S3TestServer, serverRegion, startS3Server } from './s3-server.ts'

let server: S3TestServer

beforeEach(async () => {
  server = await startS3Server()
})

afterEach(() => server.stop())

function bucketWith(changes: Partial<S3BucketOptions> = {}): FileExchange {
  return createS3Bucket({
    endpoint: server.endpoint,
    bucket: 'files',
    folder: 'out',
    credentials: server.credentials,
    retry: { firstDelayMs: 1 },
    ...changes,
  })
}

const access = { accessKeyId: 'id', secretAccessKey: 'secret' }

function listingWith(contents: string): string {
  const modified = '<LastModified>2026-01-01T00:00:00Z</LastModified>'
  return `<ListBucketResult><Contents>${contents}${modified}</Contents></ListBucketResult>`
}

describe('an S3 signature', () => {
  it('equals the one that Amazon publishes for its sample GET of an object', async () => {
    const credentials = {
      accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
      secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
    }
    const empty = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'

    const { authorization } = await signS3Request(
      {
        method: 'GET',
        url: new URL('https://examplebucket.s3.amazonaws.com/test.txt'),
        headers: { range: 'bytes=0-9', 'x-amz-content-sha256': empty },
      },
      credentials,
      { region: 'us-east-1', nowMs: Date.UTC(2013, 4, 24) },
    )

    expect(authorization).toContain(
      'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
    )
  })
})

describe('an S3 bucket', () => {
  it('uploads and downloads a file under its folder, in signed requests', async () => {
    const content = contentOf(700_000)
    const bucket = bucketWith()
    const done: number[] = []

    await bucket.put('a (1).csv', sourceOf(content), { onProgress: (bytes) => done.push(bytes) })
    const got = await bytesOf(await bucket.get('a (1).csv'))

    expect(server.objects.get('out/a (1).csv')?.content.equals(content)).toBe(true)
    expect(Buffer.compare(got, content)).toBe(0)
    expect(done.at(-1)).toBe(700_000)
    expect(server.log.filter((line) => line.split(' ').length > 2)).toEqual([])
  })

  it('lists every page, and nothing from other folders', async () => {
    for (const key of ['out/b.csv', 'out/a&b.csv', 'out/c.csv', 'out/deep/d.csv', 'e.csv']) {
      server.set(key, contentOf(3))
    }
    server.faults.pageSize = 1

    const { files, ignored } = await bucketWith().list()

    expect(files.map(({ name, sizeBytes }) => [name, sizeBytes])).toEqual([
      ['a&b.csv', 3],
      ['b.csv', 3],
      ['c.csv', 3],
    ])
    expect(ignored).toEqual([{ name: 'deep', reason: 'folder' }])
  })

  it.each([
    [
      'entries',
      '<Contents><Key>a</Key><Size>1</Size><LastModified>2026-09-01T00:00:00Z</LastModified></Contents>',
    ],
    ['nothing', ''],
  ])('stops a listing whose pages of %s never end', async (_about, entries) => {
    let pages = 0
    const bucket = bucketWith({
      fetch: async () => {
        pages += 1
        // Without a limit the test fails after a while instead of filling the memory.
        const isCut = pages < 1000
        return new Response(
          `<ListBucketResult><IsTruncated>${isCut}</IsTruncated><NextContinuationToken>${pages}</NextContinuationToken>${entries.repeat(1000)}</ListBucketResult>`,
        )
      },
    })

    await expect(bucket.list()).rejects.toMatchObject({ code: 'ERR_LISTING_TOO_LONG' })
    expect(pages).toBeLessThan(110)
  })

  it.each(['100% +(1)!.csv', "it's ~a=b,c.csv", 'Đối soát;&x.csv', 'a  b.csv'])(
    'signs, stores and lists the name %s unchanged',
    async (name) => {
      const bucket = bucketWith()

      await bucket.put(name, sourceOf(contentOf(3)))
      const { files } = await bucket.list()

      expect(files.map((file) => file.name)).toEqual([name])
      expect(server.objects.has(`out/${name}`)).toBe(true)
    },
  )

  it.each([true, false])(
    'reads the names correctly whether the service encodes them (%s) or not',
    async (encodesKeys) => {
      server.faults.encodesKeys = encodesKeys
      const names = ['100%25.csv', 'a%2Bb+c.csv', 'a&b d.csv', 'Đối soát.csv']
      for (const name of names) server.set(`out/${name}`, contentOf(3))
      server.set('out/x+y%20z/deep.csv', contentOf(3))

      const { files, ignored } = await bucketWith().list()

      expect(files.map(({ name }) => name)).toEqual(names.toSorted())
      expect(ignored).toEqual([{ name: 'x+y%20z', reason: 'folder' }])
    },
  )

  it.each([
    ['a page of a proxy', '<!doctype html><html><body>no</body></html>'],
    ['XML that is cut off', '<ListBucketResult><IsTruncated>false</IsTruncated>'],
    ['another XML', '<Error><Code>NoSuchBucket</Code></Error>'],
    ['a size that is no number', listingWith('<Key>a</Key><Size>x</Size>')],
    [
      'a key that is not escaped',
      listingWith('<Key>%zz</Key><Size>1</Size>').replace(
        '<Contents>',
        '<EncodingType>url</EncodingType><Contents>',
      ),
    ],
    [
      'a further page without its token',
      '<ListBucketResult><IsTruncated>true</IsTruncated></ListBucketResult>',
    ],
    [
      'an entity of its own',
      '<!DOCTYPE a [<!ENTITY b "c">]><ListBucketResult>&b;</ListBucketResult>',
    ],
    ['nothing', ''],
  ])('refuses %s as a listing', async (_, body) => {
    const bucket = bucketWith({ fetch: async () => new Response(body) })

    const list = bucket.list()

    await expect(list).rejects.toMatchObject({
      code: 'ERR_SERVER',
      reason: 'The listing of the bucket is not of its form.',
    })
  })

  it('keeps an existing file', async () => {
    server.set('out/a.csv', contentOf(10))

    const put = bucketWith().put('a.csv', sourceOf(contentOf(11)))

    await expect(put).rejects.toMatchObject({ code: 'ERR_FILE_EXISTS' })
    expect(server.objects.get('out/a.csv')?.content.length).toBe(10)
  })

  it.each(['ignored', 'not implemented'] as const)(
    'keeps an existing file where conditions are %s, and writes to a free name',
    async (conditions) => {
      server.faults.conditions = conditions
      server.set('out/a.csv', contentOf(10))

      const put = bucketWith().put('a.csv', sourceOf(contentOf(11)))

      await expect(put).rejects.toMatchObject({ code: 'ERR_FILE_EXISTS' })
      expect(server.objects.get('out/a.csv')?.content.length).toBe(10)
      await bucketWith().put('b.csv', sourceOf(contentOf(11)))
      expect(server.objects.get('out/b.csv')?.content.length).toBe(11)
    },
  )

  it('keeps a file that appeared after the check', async () => {
    server.faults.beforeWrite = () => server.set('out/a.csv', contentOf(10))

    const put = bucketWith().put('a.csv', sourceOf(contentOf(11)))

    await expect(put).rejects.toMatchObject({ code: 'ERR_FILE_EXISTS' })
    expect(server.objects.get('out/a.csv')?.content.length).toBe(10)
  })

  it('replaces a file on request', async () => {
    server.set('out/a.csv', contentOf(10))

    await bucketWith().put('a.csv', sourceOf(contentOf(11)), { replace: true })

    expect(server.objects.get('out/a.csv')?.content.length).toBe(11)
  })

  it('recognizes its own file when the answer to the upload was lost', async () => {
    server.faults.loseNextAnswer = true

    await bucketWith().put('a.csv', sourceOf(contentOf(100_000)))

    expect(server.objects.get('out/a.csv')?.content.length).toBe(100_000)
    expect(server.log.filter((line) => line.startsWith('PUT'))).toHaveLength(2)
  })

  it('continues an interrupted download', async () => {
    const content = contentOf(500_000)
    server.set('out/a.csv', content)
    server.faults.breakAfterBytes = 120_000

    const got = await bytesOf(await bucketWith().get('a.csv'))

    expect(Buffer.compare(got, content)).toBe(0)
    expect(server.log.filter((line) => line.startsWith('GET'))).toHaveLength(5)
  })

  it('refuses to join two versions of a file', async () => {
    server.set('out/a.csv', contentOf(500_000))
    server.faults.breakAfterBytes = 120_000
    const stream = await bucketWith().get('a.csv')
    const reader = stream.getReader()
    await reader.read()
    server.set('out/a.csv', contentOf(500_000, 'other'))

    const rest = async (): Promise<void> => {
      while (!(await reader.read()).done);
    }

    await expect(rest()).rejects.toMatchObject({ code: 'ERR_FILE_CHANGED' })
  })

  it.each([
    ['another version, because the bucket ignores the condition', 'version'],
    ['another part than the requested one', 'part'],
  ] as const)('refuses to go on with %s', async (_about, fault) => {
    server.set('out/a.csv', contentOf(500_000))
    server.faults.breakAfterBytes = 120_000
    const stream = await bucketWith().get('a.csv')
    const reader = stream.getReader()
    await reader.read()
    server.faults.ignoresIfMatch = true
    if (fault === 'version') server.set('out/a.csv', contentOf(500_000, 'other'))
    else server.faults.sendsFrom = 0

    const rest = async (): Promise<void> => {
      while (!(await reader.read()).done);
    }

    await expect(rest()).rejects.toMatchObject({ code: 'ERR_FILE_CHANGED' })
  })

  it('retries requests that the bucket asks to retry', async () => {
    server.faults.statuses = [503, 429, 500]

    await bucketWith().put('a.csv', sourceOf(contentOf(10)))

    expect(server.objects.size).toBe(1)
  })

  describe('that stands still in the middle of a body', () => {
    // A machine on which an answer takes longer is asked once more; so the numbers of requests are not exact.
    const patient = { timeoutMs: 500, retry: { attempts: 100, firstDelayMs: 1 } }
    const sentTo = (method: string) => server.log.filter((line) => line.startsWith(method)).length

    it('is asked again for the rest of an object', async () => {
      const content = contentOf(400_000)
      server.set('out/a.csv', content)
      server.faults.stallAfterBytes = 100_000

      const got = await bytesOf(await bucketWith(patient).get('a.csv'))

      expect(Buffer.compare(got, content)).toBe(0)
      expect(sentTo('GET')).toBeGreaterThan(1)
    })

    it('is asked again for a listing', async () => {
      server.set('out/a.csv', contentOf(3))
      server.faults.stallAfterBytes = 50

      const { files } = await bucketWith(patient).list()

      expect(files.map(({ name }) => name)).toEqual(['a.csv'])
    })

    it('gets an upload again of which it took no more', async () => {
      const content = contentOf(20_000_000)
      server.faults.stallAfterBytes = 0

      await bucketWith(patient).put('a.csv', sourceOf(content))

      expect(server.objects.get('out/a.csv')?.content.equals(content)).toBe(true)
      expect(sentTo('PUT')).toBeGreaterThan(1)
    })

    it('fails with the reason after the last retry', async () => {
      server.set('out/a.csv', contentOf(400_000))
      server.faults.stallAfterBytes = 100_000
      const bucket = bucketWith({ timeoutMs: 500, retry: { attempts: 1 } })

      const read = bytesOf(await bucket.get('a.csv'))

      await expect(read).rejects.toMatchObject({ code: 'ERR_CONNECTION' })
    })
  })

  it('says that fetch never connects to the port of another protocol', async () => {
    const bucket = bucketWith({ endpoint: 'http://127.0.0.1:6000', retry: { attempts: 1 } })

    await expect(bucket.list()).rejects.toMatchObject({
      code: 'ERR_CONNECTION',
      remedy: expect.stringContaining('fetch never connects to this port'),
    })
  })

  it('gives up after the last retry', async () => {
    server.faults.statuses = [503, 503, 503]

    const list = bucketWith({ retry: { attempts: 3, firstDelayMs: 1 } }).list()

    await expect(list).rejects.toMatchObject({ code: 'ERR_CONNECTION' })
    expect(server.log).toHaveLength(3)
  })

  it('signs the token of temporary credentials, and sends it with each request', async () => {
    server.set('out/a.csv', contentOf(3))
    const tokens: unknown[] = []
    const bucket = bucketWith({
      credentials: {
        ...server.credentials,
        sessionToken: 'a token/of+STS==',
        expiration: new Date(),
      } as S3BucketOptions['credentials'],
      fetch: (url, init) => {
        tokens.push(new Headers(init?.headers).get('x-amz-security-token'))
        return fetch(url, init)
      },
    })

    await bucket.put('b.csv', sourceOf(contentOf(5)))
    const { files } = await bucket.list()

    // The server refuses a header of its kind that is not signed.
    expect(files.map(({ name }) => name)).toEqual(['a.csv', 'b.csv'])
    expect(new Set(tokens)).toEqual(new Set(['a token/of+STS==']))
  })

  it('reports a wrong key without showing it', async () => {
    const credentials = { ...server.credentials, secretAccessKey: 'wrong-secret' }

    const error: unknown = await bucketWith({ credentials })
      .list()
      .catch((thrown: unknown) => thrown)

    expect(error).toMatchObject({ code: 'ERR_LOGIN' })
    expect(String(error)).not.toContain('wrong-secret')
    expect(server.log).toEqual(['GET /files signature'])
  })

  it.each([
    [{ bucket: '' }, 'The name of the bucket'],
    [{ bucket: 'files/partner' }, 'The name of the bucket'],
    [{ folder: '/out' }, 'The folder of the bucket'],
    [{ folder: 'out/' }, 'The folder of the bucket'],
    [{ folder: '/' }, 'The folder of the bucket'],
    [{ credentials: undefined as never }, 'The credentials'],
    [{ credentials: { ...access, sessionToken: '' } }, 'The session token of the S3 API'],
    [{ credentials: { accessKeyId: 'id', secretAccessKey: '' } }, 'The credentials'],
  ])('refuses invalid settings at once: %j', (change, message) => {
    const refusal = { code: 'ERR_OPTIONS', message: expect.stringContaining(message) }

    expect(() => bucketWith(change)).toThrow(expect.objectContaining(refusal))
  })

  it('reports a wrong region, and works with the right one', async () => {
    server.set('out/a.csv', contentOf(3))

    const wrong = bucketWith({ region: 'eu-central-1' }).list()
    await expect(wrong).rejects.toMatchObject({
      code: 'ERR_LOGIN',
      remedy: expect.stringContaining('the region of this bucket'),
    })
    const { files } = await bucketWith({ region: serverRegion }).list()

    expect(files).toHaveLength(1)
    expect(() => bucketWith({ region: 'eu central' })).toThrow('no name of a region')
  })

  it('reports a missing bucket', async () => {
    const put = bucketWith({ bucket: 'fils' }).put('a.csv', sourceOf(contentOf(3)))

    await expect(put).rejects.toMatchObject({
      code: 'ERR_FILE_MISSING',
      reason: expect.stringContaining('no such bucket'),
    })
  })

  it('follows no redirect, whose target the signature does not cover', async () => {
    const moved = new Response('<Error><Code>PermanentRedirect</Code></Error>', { status: 301 })

    const list = bucketWith({ fetch: async () => moved }).list()

    await expect(list).rejects.toMatchObject({ code: 'ERR_LOGIN' })
  })

  it('reports the error of the source', async () => {
    const failing = {
      sizeBytes: 10,
      open: () =>
        new ReadableStream<Uint8Array>({
          pull: (controller) => controller.error(new Error('the disk is gone')),
        }),
    }

    const put = bucketWith().put('a.csv', failing)

    await expect(put).rejects.toThrow('the disk is gone')
    expect(server.objects.size).toBe(0)
  })

  it.each([
    ['more', 9],
    ['less', 11],
  ])('stores nothing when the source delivers %s than it announced', async (_, announced) => {
    const put = bucketWith().put('a.csv', sourceOf(contentOf(10), announced))

    await expect(put).rejects.toMatchObject({ code: 'ERR_SIZE_DIFFERS' })
    expect(server.objects.size).toBe(0)
  })

  it('refuses a file above the limit before a byte of it moves', async () => {
    server.set('out/a.csv', contentOf(11))
    const bucket = bucketWith({ maxBytes: 10 })

    const put = bucket.put('b.csv', sourceOf(contentOf(11)))
    const get = bucket.get('a.csv').then(bytesOf)

    await expect(put).rejects.toMatchObject({ code: 'ERR_FILE_TOO_LARGE' })
    await expect(get).rejects.toMatchObject({ code: 'ERR_FILE_TOO_LARGE' })
    expect(server.log.filter((line) => !line.startsWith('HEAD'))).toEqual([])
  })

  it('renames to a free name only, and removes', async () => {
    server.set('out/a.csv', contentOf(11))
    server.set('out/b.csv', contentOf(12))
    const bucket = bucketWith()

    await expect(bucket.move('a.csv', 'b.csv')).rejects.toMatchObject({ code: 'ERR_FILE_EXISTS' })
    await bucket.move('a.csv', 'c.csv')
    await bucket.remove('b.csv')

    expect([...server.objects.keys()]).toEqual(['out/c.csv'])
  })

  it('sends nothing over plain HTTP to another machine', () => {
    expect(() => bucketWith({ endpoint: 'http://example.com' })).toThrow('no https address')
  })
})
