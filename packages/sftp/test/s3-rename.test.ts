import { afterEach, assert, beforeEach, describe, expect, it } from 'vitest'
import { createS3Bucket } from '../src/s3/s3-bucket.ts'
import { contentOf } from './content.ts'
import { type S3TestServer, startS3Server } from './s3-server.ts'

let server: S3TestServer

beforeEach(async () => {
  server = await startS3Server()
})

afterEach(() => server.stop())

function bucket(attempts = 5) {
  return createS3Bucket({
    endpoint: server.endpoint,
    bucket: 'files',
    folder: 'out',
    credentials: server.credentials,
    retry: { attempts, firstDelayMs: 1 },
  })
}

const content = contentOf(1000)

function held(): Record<string, number> {
  return Object.fromEntries(
    [...server.objects].map(([key, object]) => [key, object.content.length]),
  )
}

describe('a renamed object', () => {
  beforeEach(() => server.set('out/a.csv', content))

  it('has only the new name, with the same content', async () => {
    await bucket().move('a.csv', 'b.csv')

    expect([...server.objects.keys()]).toEqual(['out/b.csv'])
    expect(server.objects.get('out/b.csv')?.content.equals(content)).toBe(true)
  })

  it('is renamed after a temporary error that came with status 200', async () => {
    server.faults.errorsInBody = ['InternalError', 'SlowDown']

    await bucket().move('a.csv', 'b.csv')

    expect(held()).toEqual({ 'out/b.csv': 1000 })
  })

  it('is renamed when the copy was made despite an error', async () => {
    server.faults.errorsInBody = ['InternalError']
    server.faults.doesWhatFailed = true

    await bucket().move('a.csv', 'b.csv')

    expect(held()).toEqual({ 'out/b.csv': 1000 })
  })

  it('is renamed when the answer to the copy was lost', async () => {
    server.faults.loseNextAnswer = true

    await bucket().move('a.csv', 'b.csv')

    expect(held()).toEqual({ 'out/b.csv': 1000 })
  })

  it('is renamed when its copy has another etag, as after an upload in parts', async () => {
    const object = server.objects.get('out/a.csv')
    assert(object !== undefined, 'It must be there.')
    server.objects.set('out/a.csv', { ...object, etag: '"0123456789abcdef-3"' })

    await bucket().move('a.csv', 'b.csv')

    expect(held()).toEqual({ 'out/b.csv': 1000 })
  })

  it.each([
    [
      'errors that pass too late',
      ['InternalError', 'InternalError', 'InternalError'],
      'ERR_CONNECTION',
    ],
    ['an error that does not pass', ['AccessDenied'], 'ERR_SERVER'],
  ])('keeps its name after %s with status 200', async (_, errors, code) => {
    server.faults.errorsInBody = [...errors]

    const moved = bucket(3).move('a.csv', 'b.csv')

    await expect(moved).rejects.toMatchObject({
      code,
      reason: expect.stringContaining(`200, ${errors[0]},`),
    })
    expect(held()).toEqual({ 'out/a.csv': 1000 })
  })

  it.each([
    ['nothing', 0, { 'out/a.csv': 1000 }],
    ['half', 500, { 'out/a.csv': 1000, 'out/b.csv': 500 }],
  ])('keeps its name when %s of the copy exists', async (_, copied, left) => {
    server.faults.copiedBytes = copied

    const moved = bucket().move('a.csv', 'b.csv')

    await expect(moved).rejects.toMatchObject({ code: 'ERR_CONTENT_DIFFERS' })
    expect(held()).toEqual(left)
  })

  it('keeps its name when the copy has the same size and other content', async () => {
    server.faults.errorsInBody = ['InternalError']
    server.faults.beforeWrite = () => {
      if (server.faults.errorsInBody.length === 0) server.set('out/b.csv', contentOf(1000, 'other'))
    }

    const moved = bucket().move('a.csv', 'b.csv')

    await expect(moved).rejects.toMatchObject({ code: 'ERR_FILE_EXISTS' })
    expect(held()).toEqual({ 'out/a.csv': 1000, 'out/b.csv': 1000 })
  })

  it('does not replace an object that appeared after the check', async () => {
    server.faults.beforeWrite = () => server.set('out/b.csv', contentOf(7))

    const moved = bucket().move('a.csv', 'b.csv')

    await expect(moved).rejects.toMatchObject({ code: 'ERR_FILE_EXISTS' })
    expect(held()).toEqual({ 'out/a.csv': 1000, 'out/b.csv': 7 })
  })

  it('keeps its name when it changed meanwhile', async () => {
    server.faults.beforeWrite = () => server.set('out/a.csv', contentOf(9))

    const moved = bucket().move('a.csv', 'b.csv')

    await expect(moved).rejects.toMatchObject({ code: 'ERR_FILE_CHANGED' })
    expect(held()).toEqual({ 'out/a.csv': 9 })
  })

  it.each(['ignored', 'not implemented'] as const)(
    'is renamed where conditions are %s, after a check for a taken name',
    async (conditions) => {
      server.faults.conditions = conditions
      server.set('out/c.csv', contentOf(7))

      await expect(bucket().move('a.csv', 'c.csv')).rejects.toMatchObject({
        code: 'ERR_FILE_EXISTS',
      })
      await bucket().move('a.csv', 'b.csv')

      expect(held()).toEqual({ 'out/b.csv': 1000, 'out/c.csv': 7 })
    },
  )

  it('is reported when it is missing', async () => {
    const moved = bucket().move('x.csv', 'b.csv')

    await expect(moved).rejects.toMatchObject({ code: 'ERR_FILE_MISSING' })
  })
})
