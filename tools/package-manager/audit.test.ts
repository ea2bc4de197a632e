import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'

// Goal: a known weakness in anything of the lockfile ends the audit, which every day and every release asks; so does a
// registry that has no answer. Method: the command of package.json, against a registry that says what a test wants.

const repository = join(import.meta.dirname, '../..')

let server: Server | undefined

afterEach(async () => {
  await new Promise((resolve) => (server === undefined ? resolve(0) : server.close(resolve)))
  server = undefined
})

interface Audited {
  readonly exitCode: number
  readonly said: string
  /** Versions that the registry was asked about, by package. */
  readonly asked: Readonly<Record<string, readonly string[]>>
}

/** Runs the audit against a registry that answers with this. */
async function audit(answer: { readonly status: number; readonly body: object }): Promise<Audited> {
  let asked: Record<string, readonly string[]> = {}
  const registry = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      asked = JSON.parse(Buffer.concat(chunks).toString('utf8'))
      response.writeHead(answer.status, { 'content-type': 'application/json' })
      response.end(JSON.stringify(answer.body))
    })
  })
  server = registry
  await new Promise<void>((resolve) => registry.listen(0, '127.0.0.1', resolve))
  const place = registry.address()
  if (place === null || typeof place === 'string') throw new Error('The registry has no port.')
  const { scripts } = JSON.parse(await readFile(join(repository, 'package.json'), 'utf8'))
  const [, script = '', ...args] = String(scripts.audit).split(' ')
  const all = [script, `--config.registry=http://127.0.0.1:${place.port}/`, ...args]
  return new Promise((resolve) => {
    execFile(process.execPath, all, { cwd: repository }, (error, stdout, stderr) => {
      const exitCode = error === null ? 0 : Number(error.code)
      resolve({ exitCode, said: stdout + stderr, asked })
    })
  })
}

describe('the audit of dependencies', () => {
  it('queries every package of the lockfile, and passes when none has a vulnerability', async () => {
    const { exitCode, asked } = await audit({ status: 200, body: {} })

    expect(exitCode).toBe(0)
    for (const name of ['hono', 'drizzle-orm', 'oauth4webapi', 'valibot', 'vitest', 'miniflare']) {
      expect(asked[name]?.length).toBeGreaterThan(0)
    }
    expect(Object.keys(asked).length).toBeGreaterThan(200)
  })

  it('fails for a vulnerability of any severity', async () => {
    const weakness = {
      id: 1,
      url: 'https://advisories.example/1',
      title: 'A header may be split',
      severity: 'low',
      vulnerable_versions: '>=0.0.1',
      cwe: ['CWE-113'],
      cvss: { score: 2.1, vectorString: '' },
    }
    const { exitCode, said } = await audit({ status: 200, body: { hono: [weakness] } })

    expect(exitCode).not.toBe(0)
    expect(said).toContain('A header may be split')
  })

  it('fails when the registry did not answer', async () => {
    const { exitCode, said } = await audit({ status: 405, body: {} })

    expect(exitCode).not.toBe(0)
    expect(said).toContain('405')
  })

  it.each(['audit.yml', 'release.yml'])('is a step of the workflow %s', async (name) => {
    const workflow = await readFile(join(repository, '.github/workflows', name), 'utf8')

    expect(workflow).toMatch(/run: npm run audit\b/)
    if (name === 'audit.yml') expect(workflow).toMatch(/cron: '\d+ \d+ \* \* \*'/)
  })
})
