import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { generateSshKeyPair } from '../src/server/index.ts'
import { openLocation } from '../src/open-location.ts'
import { createProgressBar } from '../src/transfer/progress-bar.ts'

const settings = {
  login: { privateKey: generateSshKeyPair().privateKey },
  hostKeyFingerprints: [`SHA256:${'A'.repeat(43)}`],
  s3Endpoint: 'https://account.r2.cloudflarestorage.com',
  s3Credentials: { accessKeyId: 'id', secretAccessKey: 'secret' },
}

describe('openLocation', () => {
  it.each([
    ['sftp://partner@sftp.example:2222/out', 'sftp://partner@sftp.example:2222/out'],
    ['sftp://partner@sftp.example/~/out/', 'sftp://partner@sftp.example:22/out'],
    ['sftp://partner@sftp.example', 'sftp://partner@sftp.example:22/'],
    ['s3://files/daily/out/', 's3://files/daily/out'],
    ['/var/files', '/var/files'],
    ['sftp://partner@sftp.example/in%231', 'sftp://partner@sftp.example:22/in#1'],
  ])('opens %s', (location, title) => {
    expect(openLocation(location, settings).title).toBe(title)
  })

  it.each([
    ['sftp://partner:hunter2@sftp.example/out', 'holds a password'],
    ['sftp://sftp.example/out', 'user name is missing'],
    ['ftp://sftp.example/out', 'neither sftp:, s3: nor a folder'],
    ['', 'path of the folder is empty'],
    ['sftp://partner@sftp.example/100%', 'Write %25'],
    ['sftp://part%ner@sftp.example/out', 'Write %25'],
    ['s3://files/100%', 'Write %25'],
    ['sftp://partner@sftp.example/in#1', 'Write %3F'],
    ['s3://files/in?1', 'Write %3F'],
    ['s3://id:hunter2@files/in', 'give the access key'],
    ['s3://files:9000/in', 'address of the API beside it'],
    ['s3://files/a%2F..%2F..%2Fother', 'has a step such as'],
  ])('refuses %s', (location, says) => {
    expect(() => openLocation(location, settings)).toThrow(
      expect.objectContaining({ code: 'ERR_OPTIONS', message: expect.stringContaining(says) }),
    )
    expect(() => openLocation(location, settings)).not.toThrow('hunter2')
  })

  it('names the missing setting', () => {
    expect(() => openLocation('sftp://a@b/c')).toThrow('login is missing')
    expect(() => openLocation('s3://files')).toThrow('S3 API is missing')
    expect(() => openLocation('sftp://a@b/c', { login: settings.login })).toThrow('fingerprints')
  })
})

describe('a progress bar', () => {
  it('shows share, size, rate and name, and fits the terminal', () => {
    let now = 0
    const bar = createProgressBar({ columns: 60, now: () => now })
    const file = { name: 'daily.csv', sizeBytes: 200_000_000, modifiedAtMs: 0 }

    bar.line({ kind: 'started', file, position: 1, count: 1 })
    now = 500
    const line = bar.line({ kind: 'progress', file, doneBytes: 50_000_000 })
    now = 550
    const tooSoon = bar.line({ kind: 'progress', file, doneBytes: 60_000_000 })

    expect(line).toEqual({
      text: '[#####...............]  25 % of 200.0 MB 100.0 MB/s daily.c',
      isLast: false,
    })
    expect(tooSoon).toBeUndefined()
  })
})

describe('the package', () => {
  it('loads in plain Node, which cannot detect the named exports of ssh2', () => {
    const entry = new URL('../src/index.ts', import.meta.url).href
    const server = new URL('../src/server/index.ts', import.meta.url).href
    const script = `await import('${entry}'); const { generateHostKey } = await import('${server}'); console.log(generateHostKey().slice(0, 10))`

    const said = execFileSync(process.execPath, ['--input-type=module', '-e', script]).toString()

    expect(said).toBe('-----BEGIN\n')
  })
})
