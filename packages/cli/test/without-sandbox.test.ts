import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { jsonOf, merchantEdge } from './merchant-edge.ts'
import { scratchDirectory } from './scratch-directory.ts'

const directory = scratchDirectory()

// Node refuses the sandbox and what starts it, with the error that it has for a package that is absent.
const hooks = `import { registerHooks } from 'node:module'
registerHooks({
  resolve(name, context, next) {
    if (!/^(@merchant-edge\\/sandbox|miniflare|workerd)(\\/|$)/.test(name)) return next(name, context)
    const error = new Error("Cannot find package '" + name.split('/').slice(0, 2).join('/') + "'")
    throw Object.assign(error, { code: 'ERR_MODULE_NOT_FOUND' })
  },
})`
const environment = {
  NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(hooks)}`,
}

describe('without the sandbox installed', () => {
  it('says which package to install', async () => {
    const run = await merchantEdge(['sandbox', '--port', '0', '--json'], { environment })

    expect(jsonOf(run)).toEqual({
      error: {
        reason: 'sandbox_not_installed',
        message: 'The sandbox is a package of its own, which is not installed.',
        remedy: expect.stringContaining('npm install @merchant-edge/sandbox'),
      },
    })
    expect(run.code).toBe(1)
  })

  it('loads every command for the overview', async () => {
    const run = await merchantEdge(['--help'], { environment })

    expect(run.stderr).toBe('')
    expect(run.stdout).toContain('sandbox')
    expect(run.code).toBe(0)
  })

  it('explains a signature', async () => {
    await merchantEdge(['keys', 'generate', '--out', directory], { environment })
    const key = join(directory, 'private.pem')
    const request = [
      '--key',
      key,
      '--method',
      'GET',
      '--path',
      '/merchant-integration/v1/qr/query/1',
    ]
    const sign = await merchantEdge(['sign', ...request, '--key-code', 'K1', '--json'], {
      environment,
    })

    const run = await merchantEdge(['explain', ...request, '--headers', '-', '--json'], {
      environment,
      input: sign.stdout,
    })

    expect(jsonOf(run)).toMatchObject({ refused: false, signature: 'valid' })
    expect(run.code).toBe(0)
  })
})
