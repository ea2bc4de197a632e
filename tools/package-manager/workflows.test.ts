import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

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

  it('may read, where a job does not say more', async () => {
    const workflow = await read()
    const top = workflow.slice(0, workflow.indexOf('\njobs:'))

    expect(top).toMatch(/^permissions:\n {2}contents: read\n(?! {2}\w)/m)
    expect(workflow).not.toContain('pull_request_target')
  })

  it('takes actions by their content, and not by a name that can be moved', async () => {
    const actions = [...(await read()).matchAll(/uses: (\S+)/g)].map(([, action]) => action)

    expect(actions.length).toBeGreaterThan(0)
    for (const action of actions) expect(action).toMatch(/@[0-9a-f]{40}$/)
  })

  it('puts nothing that a pull request says into a command', async () => {
    expect(await read()).not.toMatch(/\$\{\{[^}]*(?:github\.event\.|head_ref|inputs\.)/)
  })

  it('runs nothing of others where a job may write or prove who it is', async () => {
    const jobs = jobsOf(await read())

    expect(jobs.length).toBeGreaterThan(0)
    for (const { name: job, text } of jobs) {
      const mayWrite = /^ {6}[\w-]+: write$/m.test(text)
      expect(mayWrite && runsOthers.test(text), job).toBe(false)
    }
  })
})

it('the release keeps what it publishes, also in a folder that is hidden', async () => {
  const jobs = jobsOf(await readFile(join(folder, 'release.yml'), 'utf8'))
  const pack = jobs.find(({ name }) => name === 'pack')

  expect(pack?.text).toMatch(/path: \.release\/\n(?:.*\n)*? +include-hidden-files: true/)
})
