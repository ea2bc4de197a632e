import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { createMemoryFolder, startSftpServer, type SftpServer } from '@merchant-edge/sftp/server'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listen } from './listen.ts'
import { jsonOf, merchantEdgeHere, startMerchantEdge } from './merchant-edge.ts'
import { scratchDirectory } from './scratch-directory.ts'

const directory = scratchDirectory()
const folder = join(directory, 'out')
const password = join(directory, 'password.txt')
const sent = createMemoryFolder()
let server: SftpServer

beforeAll(async () => {
  mkdirSync(folder)
  writeFileSync(join(folder, '20260901_EDGE_SERVICE_TRAN.csv'), 'a,b,c\r\n')
  writeFileSync(password, 'a password of the tests\n')
  server = await startSftpServer({
    users: [
      {
        name: 'edge',
        password: 'a password of the tests',
        folders: { in: { store: createMemoryFolder() }, out: { store: sent, readOnly: true } },
      },
    ],
  })
})
afterAll(async () => {
  await server.stop()
})

const place = () => `sftp://edge@127.0.0.1:${server.port}/in`
const login = () => ['--password-file', password, '--host-key', server.hostKeyFingerprint]

describe('files', () => {
  it('uploads files once, and downloads them again', async () => {
    const pushed = await merchantEdgeHere(['files', 'push', folder, place(), ...login(), '--json'])
    const again = await merchantEdgeHere(['files', 'push', folder, place(), ...login(), '--json'])
    const back = join(directory, 'back')
    mkdirSync(back)
    const pulled = await merchantEdgeHere(['files', 'pull', place(), back, ...login(), '--json'])

    expect(jsonOf(pushed)).toMatchObject({ moved: 1, skipped: 0, refused: 0 })
    expect(jsonOf(again)).toMatchObject({ moved: 0, replaced: 0, skipped: 1, refused: 0 })
    expect(jsonOf(pulled)).toMatchObject({ moved: 1 })
    expect(readFileSync(join(back, '20260901_EDGE_SERVICE_TRAN.csv'), 'utf8')).toBe('a,b,c\r\n')
  })

  const s3 = ['--s3-endpoint', 'http://127.0.0.1:9', '--s3-key-id', 'id']

  it.each([
    ['--password-file', [], place],
    ['--s3-secret-file', s3, () => 's3://bucket/in'],
    ['--s3-session-token-file', [...s3, '--s3-secret-file', password], () => 's3://bucket/in'],
  ])('signs in with no secret of %s that is in another encoding', async (option, more, to) => {
    const path = join(directory, `utf16${option}.txt`)
    writeFileSync(path, Buffer.from('\uFEFFa password of the tests\n', 'utf16le'))
    const args = [option, path, '--host-key', server.hostKeyFingerprint, ...more, '--json']

    const run = await merchantEdgeHere(['files', 'push', folder, to(), ...args])

    expect([run.code, jsonOf(run)]).toMatchObject([2, { error: { reason: 'not_utf8' } }])
  })

  it('prefers the given password over a key of the environment', async () => {
    const key = join(directory, 'id_ed25519')
    const environment = { MERCHANT_EDGE_SFTP_KEY: key }

    const pushed = await merchantEdgeHere(['files', 'push', folder, place(), ...login()], {
      environment,
    })
    const both = await merchantEdgeHere(
      ['files', 'push', folder, place(), ...login(), '--key', `${key}-2`],
      { environment },
    )

    expect(pushed).toMatchObject({ code: 0, stderr: expect.stringContaining('there already') })
    expect(both).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--key and --password-file are both given.'),
    })
  })

  it('refuses other content under the same name, and exits with 1', async () => {
    const other = join(directory, 'other')
    mkdirSync(other)
    writeFileSync(join(other, '20260901_EDGE_SERVICE_TRAN.csv'), 'x\r\n')

    const run = await merchantEdgeHere(['files', 'push', other, place(), ...login(), '--json'])

    expect(run.code).toBe(1)
    expect(jsonOf(run)).toMatchObject({
      refused: 1,
      files: [{ error: { code: 'ERR_FILE_EXISTS' } }],
    })
  })

  it.each([
    ['of this machine', () => join(directory, 'nowhere')],
    ['of the server', () => place().replace('/in', '/nowhere')],
  ])('reports that the folder %s is missing, not the file', async (_what, to) => {
    const run = await merchantEdgeHere(['files', 'push', folder, to(), ...login(), '--json'])

    expect(run.code).toBe(1)
    expect(jsonOf(run)).toMatchObject({
      refused: 1,
      files: [
        {
          error: {
            code: 'ERR_FILE_MISSING',
            reason: 'There is no folder to write 20260901_EDGE_SERVICE_TRAN.csv to.',
            remedy: 'Make the folder, or correct its path.',
          },
        },
      ],
    })
    expect(run.stderr).toContain('There is no folder')
  })

  it('says that a folder is a file', async () => {
    const run = await merchantEdgeHere(['files', 'push', password, folder, '--json'])

    expect(run.code).toBe(1)
    expect(jsonOf(run)).toMatchObject({ error: { message: expect.stringContaining('no folder') } })
  })

  it('names the region of the bucket', async () => {
    const regions: string[] = []
    const s3 = createServer((request, response) => {
      regions.push(
        /\/([^/]+)\/s3\/aws4_request/.exec(request.headers.authorization ?? '')?.[1] ?? '',
      )
      response.end('<ListBucketResult><IsTruncated>false</IsTruncated></ListBucketResult>')
    })
    await new Promise<void>((listening) => s3.listen(0, '127.0.0.1', () => listening()))
    const address = s3.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0
    const pull = [
      'files',
      'pull',
      's3://bucket',
      folder,
      '--s3-endpoint',
      `http://127.0.0.1:${port}`,
    ]
    const key = ['--s3-key-id', 'id', '--s3-secret-file', password]

    const given = await merchantEdgeHere([...pull, ...key, '--s3-region', 'eu-central-1'])
    const named = await merchantEdgeHere([...pull, ...key], {
      environment: { MERCHANT_EDGE_S3_REGION: 'ap-southeast-1' },
    })
    const absent = await merchantEdgeHere([...pull, ...key])

    expect([given.code, named.code, absent.code]).toEqual([0, 0, 0])
    expect(regions).toEqual(['eu-central-1', 'ap-southeast-1', 'auto'])
    s3.closeAllConnections()
    s3.close()
  })

  it('sends the session token of temporary credentials, from its file only', async () => {
    const tokens: unknown[] = []
    const s3 = createServer((request, response) => {
      tokens.push(request.headers['x-amz-security-token'])
      response.end('<ListBucketResult><IsTruncated>false</IsTruncated></ListBucketResult>')
    })
    const file = join(directory, 'session token')
    writeFileSync(file, 'a token/of+STS==\n')
    const endpoint = ['--s3-endpoint', await listen(s3), '--s3-key-id', 'id']
    const pull = ['files', 'pull', 's3://bucket', folder, ...endpoint, '--s3-secret-file', password]

    const given = await merchantEdgeHere([...pull, '--s3-session-token-file', file])
    const named = await merchantEdgeHere(pull, {
      environment: { MERCHANT_EDGE_S3_SESSION_TOKEN_FILE: file },
    })
    const absent = await merchantEdgeHere(pull)

    expect([given.code, named.code, absent.code]).toEqual([0, 0, 0])
    expect(tokens).toEqual(['a token/of+STS==', 'a token/of+STS==', undefined])
    s3.closeAllConnections()
    s3.close()
  })

  it.each(['SIGINT', 'SIGTERM'] as const)(
    'leaves no partial file when %s interrupts it',
    { timeout: 30_000 },
    async (signal) => {
      // A bucket that stops in the middle of its only file.
      const listing = `<ListBucketResult><IsTruncated>false</IsTruncated><Contents><Key>a.csv</Key>
        <LastModified>2026-09-01T00:00:00.123Z</LastModified><Size>1000</Size></Contents></ListBucketResult>`
      const s3 = createServer((request, response) => {
        if (request.url?.includes('list-type=2') === true) {
          response.end(listing)
          return
        }
        response.writeHead(200, { etag: '"1"', 'content-length': 1000 })
        if (request.method === 'HEAD') response.end()
        else response.write('order,amount')
      })
      const endpoint = ['--s3-endpoint', await listen(s3), '--s3-key-id', 'id']
      const to = mkdtempSync(join(directory, 'half-'))
      const pull = ['files', 'pull', 's3://bucket', to, ...endpoint, '--s3-secret-file', password]
      const child = startMerchantEdge(pull)
      await expect.poll(() => readdirSync(to), { timeout: 10_000 }).toHaveLength(1)

      child.kill(signal)
      const [, endedBy] = await once(child, 'exit')

      expect(endedBy).toBe(signal)
      expect(readdirSync(to)).toEqual([])
      s3.closeAllConnections()
      s3.close()
    },
  )

  it('replaces the old content with --replace', async () => {
    const newer = join(directory, 'newer')
    const there = join(directory, 'there')
    for (const made of [newer, there]) mkdirSync(made)
    writeFileSync(join(newer, '20260902_EDGE_SERVICE_TRAN.csv'), 'old\r\n')
    const push = ['files', 'push', newer, there, '--json']
    await merchantEdgeHere(push)
    writeFileSync(join(newer, '20260902_EDGE_SERVICE_TRAN.csv'), 'newer\r\n')

    const replaced = await merchantEdgeHere([...push, '--replace'])
    const again = await merchantEdgeHere([...push, '--replace'])

    expect(replaced.code).toBe(0)
    expect(jsonOf(replaced)).toMatchObject({ moved: 0, replaced: 1, skipped: 0, refused: 0 })
    expect(jsonOf(again)).toMatchObject({ replaced: 0, skipped: 1 })
    expect(readFileSync(join(there, '20260902_EDGE_SERVICE_TRAN.csv'), 'utf8')).toBe('newer\r\n')
  })

  it('refuses a server with another host key', async () => {
    const stranger = `SHA256:${'A'.repeat(43)}`
    const args = ['--password-file', password, '--host-key', stranger]

    const run = await merchantEdgeHere(['files', 'push', folder, place(), ...args, '--json'])

    expect(run.code).toBe(1)
    expect(jsonOf(run)).toMatchObject({ error: { reason: 'host_key' } })
    expect(run.stdout).not.toContain('a password of the tests')
  })

  it.each([
    [['push'], 2],
    [['push', folder, 'ftp://x/y'], 2],
    [['push', folder, 'sftp://127.0.0.1/in'], 2],
    [['pull', 'sftp://edge:secret@127.0.0.1/in', folder], 2],
    [['push', folder, 's3://bucket/folder'], 2],
  ])('says what is wrong with %j', async (args, code) => {
    const run = await merchantEdgeHere(['files', ...args])

    expect(run.code).toBe(code)
    expect(run.stderr).toMatch(/\S/)
    expect(run.stderr).not.toContain('secret@')
  })
})

const serviceFile = '20260901_SERVICE_EDGE_TRAN.csv'

function send(content: string): void {
  sent.set(serviceFile, new TextEncoder().encode(content))
}

/** Watches the folder of the service until two files have ended, and stops with Ctrl-C. */
async function watchTwo(to: string, flags: readonly string[]) {
  const place = `sftp://edge@127.0.0.1:${server.port}/out`
  const args = ['files', 'watch', place, to, ...login(), '--interval', '1', ...flags, '--json']
  send('first')
  const child = startMerchantEdge(args)
  const run = { stdout: '', stderr: '' }
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (run.stdout += chunk))
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (run.stderr += chunk))
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  const lines = async (count: number) => {
    while (run.stderr.split(serviceFile).length <= count) await sleep(20)
  }
  await lines(1)
  send('and anew')
  await lines(2)
  child.kill('SIGINT')
  return { code: await ended, ...run }
}

describe('files watch', () => {
  it('keeps the first of two files of one name', async () => {
    const to = join(directory, 'kept')
    mkdirSync(to)

    const run = await watchTwo(to, [])

    expect(jsonOf(run)).toEqual({ moved: 1, replaced: 0 })
    expect(run.code).toBe(0)
    expect(run.stderr).toContain(`${serviceFile} refused`)
    expect(readFileSync(join(to, serviceFile), 'utf8')).toBe('first')
  })

  it('replaces it by the second with --replace', async () => {
    const to = join(directory, 'replaced')
    mkdirSync(to)

    const run = await watchTwo(to, ['--replace'])

    expect(jsonOf(run)).toEqual({ moved: 1, replaced: 1 })
    expect(run.code).toBe(0)
    expect(run.stderr).toContain(`${serviceFile} replaced`)
    expect(readFileSync(join(to, serviceFile), 'utf8')).toBe('and anew')
    expect(readdirSync(to)).toEqual([serviceFile])
  })
})
