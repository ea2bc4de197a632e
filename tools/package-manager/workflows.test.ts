import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'

// Goal: a compromised dependency can neither publish our packages nor change the repository when CI
// runs it. Method: check the real workflow files, job by job.

const folder = join(import.meta.dirname, '../../.github/workflows')
const names = await readdir(folder)

interface Job {
  readonly name: string
  readonly text: string
}

/** The jobs of a workflow; in the file they are indented by two spaces. */
function jobsOf(workflow: string): readonly Job[] {
  const [, ...parts] = workflow.slice(workflow.indexOf('\njobs:')).split(/^ {2}(?=[\w-]+:$)/m)
  return parts.map((text) => ({ name: text.slice(0, text.indexOf(':')), text }))
}

/** Steps that run installed dependencies. */
const runsOthers =
  /(?:^|[\s"';&|(])(?:npx|pnpm|yarn|corepack|npm (?:run|ci|i|install|test|start|exec))\b|\.ci\/run|package-manager/

describe.each(names)('the workflow %s', (name) => {
  const read = async () => readFile(join(folder, name), 'utf8')

  it('has read permission, unless a job requests more', async () => {
    const workflow = await read()
    const top = workflow.slice(0, workflow.indexOf('\njobs:'))

    expect(top).toMatch(/^permissions:\n {2}contents: read\n(?! {2}\w)/m)
    expect(workflow).not.toContain('pull_request_target')
  })

  it('pins actions by commit hash', async () => {
    const actions = [...(await read()).matchAll(/uses: (\S+)/g)].map(([, action]) => action)

    expect(actions.length).toBeGreaterThan(0)
    for (const action of actions) expect(action).toMatch(/@[0-9a-f]{40}$/)
  })

  it('inserts no text of a pull request into a command', async () => {
    expect(await read()).not.toMatch(/\$\{\{[^}]*(?:github\.event\.|head_ref|inputs\.)/)
  })

  it('runs no third-party code in a job with write or identity permission', async () => {
    const jobs = jobsOf(await read())

    expect(jobs.length).toBeGreaterThan(0)
    for (const { name: job, text } of jobs) {
      const mayWrite = /^ {6}[\w-]+: write$/m.test(text)
      expect(mayWrite && runsOthers.test(text), job).toBe(false)
    }
  })
})

it('the release stores what it publishes, also files in a hidden folder', async () => {
  const jobs = jobsOf(await readFile(join(folder, 'release.yml'), 'utf8'))
  const pack = jobs.find(({ name }) => name === 'pack')

  expect(pack?.text).toMatch(/path: \.release\/\n(?:.*\n)*? +include-hidden-files: true/)
})

describe('the patch of the next release', () => {
  const scratch = mkdtempSync(join(tmpdir(), 'release-patch-'))
  afterAll(() => rmSync(scratch, { recursive: true, force: true }))

  /** The shell commands of the step of `release.yml` that applies the patch. */
  async function applyingStep(): Promise<string> {
    const jobs = jobsOf(await readFile(join(folder, 'release.yml'), 'utf8'))
    const steps = jobs.find(({ name }) => name === 'propose')?.text.split(/^ {6}- /m) ?? []
    const [step = ''] = steps.filter((text) => text.includes('git apply'))
    return step.slice(step.indexOf('run: |\n') + 'run: |\n'.length).replaceAll(/^ {10}/gm, '')
  }

  const before = {
    '.changeset/a-change.md': 'A change.\n',
    'packages/client/package.json':
      '{\n  "name": "client",\n  "version": "0.1.0",\n  "type": "module"\n}\n',
    'packages/client/src/index.ts': 'export {}\n',
    'tools/release.ts': 'export {}\n',
  }
  const released = {
    '.changeset/a-change.md': undefined,
    'packages/client/CHANGELOG.md': '## 0.2.0\n',
    'packages/client/package.json': before['packages/client/package.json'].replace(
      '0.1.0',
      '0.2.0',
    ),
  }

  /** Writes files below a folder; those without a text are removed. */
  function write(root: string, files: Readonly<Record<string, string | undefined>>): void {
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(root, name)), { recursive: true })
      if (text === undefined) rmSync(join(root, name))
      else writeFileSync(join(root, name), text)
    }
  }

  /** Exit code of the step for a patch that changes a repository in this way. */
  async function apply(change: (root: string) => void): Promise<number | null> {
    const root = mkdtempSync(join(scratch, 'repository-'))
    const git = (...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], {
        cwd: root,
        encoding: 'utf8',
      })
    git('init', '--quiet')
    write(root, before)
    git('add', '--all')
    git('commit', '--quiet', '--message', 'before')
    change(root)
    git('add', '--all')
    writeFileSync(join(scratch, 'release.patch'), git('diff', '--cached', '--binary'))
    git('reset', '--quiet', '--hard')
    git('clean', '--quiet', '--force', '-d')
    const step = await applyingStep()
    const { status } = spawnSync('bash', ['-e', '-o', 'pipefail', '-c', step], {
      cwd: root,
      env: { ...process.env, RUNNER_TEMP: scratch },
    })
    return status
  }

  it('is applied when it changes versions and changelogs', async () => {
    expect(await apply((root) => write(root, released))).toBe(0)
  })

  it.each([
    ['code of a package', { 'packages/client/src/index.ts': 'fetch("https://evil.example")\n' }],
    ['the script that publishes', { 'tools/release.ts': 'evil()\n' }],
    ['a workflow', { '.github/workflows/ci.yml': 'on: push\n' }],
    [
      'a script that an installation runs',
      {
        'packages/client/package.json': released['packages/client/package.json'].replace(
          '  "type": "module"',
          '\t"scripts": { "postinstall": "evil" }',
        ),
      },
    ],
    ['what is installed', { 'pnpm-lock.yaml': 'lockfileVersion: 9\n' }],
  ])('is refused when it changes %s', async (_what, more) => {
    expect(await apply((root) => write(root, { ...released, ...more }))).toBe(1)
  })

  it('is refused when it replaces a changelog with a link', async () => {
    const status = await apply((root) => {
      write(root, { ...released, 'packages/client/CHANGELOG.md': '' })
      rmSync(join(root, 'packages/client/CHANGELOG.md'))
      symlinkSync('/etc/passwd', join(root, 'packages/client/CHANGELOG.md'))
    })

    expect(status).toBe(1)
  })
})
