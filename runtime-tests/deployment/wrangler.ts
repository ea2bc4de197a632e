import { execFile } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { WorkerOptions } from 'miniflare'
import { unstable_getMiniflareWorkerOptions, unstable_readConfig } from 'wrangler'

const run = promisify(execFile)
const repository = join(import.meta.dirname, '../..')
const program = join(import.meta.dirname, '../node_modules/wrangler/bin/wrangler.js')

/** The Workers of a merchant, by their folders below `workers`. */
export type DeployedWorker = 'orders' | 'ipn' | 'checkout' | 'console'

/** What a deployment on this machine uses: an environment of `wrangler.jsonc`, and a folder of its own. */
export interface Deployment {
  readonly environment: string
  readonly folder: string
}

/**
 * Runs wrangler in the folder of a Worker, as the guide does. It has no account and asks no server.
 *
 * @throws the error of the process, with what it printed
 */
async function wrangler(
  { environment, folder }: Deployment,
  worker: DeployedWorker,
  args: readonly string[],
): Promise<void> {
  await run(process.execPath, [program, ...args, '--env', environment], {
    cwd: join(repository, 'workers', worker),
    env: {
      PATH: process.env['PATH'],
      HOME: folder,
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      CI: 'true',
      // The banner asks a registry for newer versions.
      WRANGLER_HIDE_BANNER: 'true',
      WRANGLER_SEND_METRICS: 'false',
    },
  })
}

/** Applies the migrations of a Worker to a database on this machine. */
export async function applyMigrations(
  deployment: Deployment,
  worker: 'orders' | 'console',
): Promise<void> {
  const { environment, folder } = deployment
  const database = `merchant-edge-${worker}-${environment}`
  const local = ['--local', '--persist-to', join(folder, 'state')]
  await wrangler(deployment, worker, ['d1', 'migrations', 'apply', database, ...local])
}

/** Where `applyMigrations` keeps its databases. */
export const databasesOf = ({ folder }: Deployment): string => join(folder, 'state/v3/d1')

/**
 * What `wrangler deploy` would upload for a Worker, and the bindings that it would get.
 *
 * @param settings variables and secrets besides those of `wrangler.jsonc`
 */
export async function deployedWorker(
  deployment: Deployment,
  worker: DeployedWorker,
  settings: Readonly<Record<string, string>> = {},
): Promise<WorkerOptions> {
  const { environment, folder } = deployment
  const config = join(repository, 'workers', worker, 'wrangler.jsonc')
  const bundle = join(folder, worker)
  const files = await readdir(bundle)
  const { vars } = unstable_readConfig({ config, env: environment })
  const { workerOptions } = unstable_getMiniflareWorkerOptions(config, environment)
  const { compatibilityDate, compatibilityFlags, d1Databases, durableObjects } = workerOptions
  const { queueProducers, queueConsumers, r2Buckets, ratelimits, serviceBindings } = workerOptions
  return {
    name: `merchant-edge-${worker}-${environment}`,
    compatibilityDate,
    compatibilityFlags,
    bindings: { ...vars, ...settings },
    d1Databases,
    durableObjects,
    queueProducers,
    queueConsumers,
    r2Buckets,
    ratelimits,
    serviceBindings,
    modules: [
      {
        type: 'ESModule',
        path: 'index.js',
        contents: await readFile(join(bundle, 'index.js'), 'utf8'),
      },
      ...(await Promise.all(
        files
          .filter((file) => file.endsWith('.wasm'))
          .map(async (path) => ({
            type: 'CompiledWasm' as const,
            path,
            contents: await readFile(join(bundle, path)),
          })),
      )),
    ],
  }
}

/** Bundles a Worker as `wrangler deploy` does; {@link deployedWorker} then runs the bundle. */
export async function bundleForUpload(
  deployment: Deployment,
  worker: DeployedWorker,
): Promise<void> {
  const outdir = join(deployment.folder, worker)
  await wrangler(deployment, worker, ['deploy', '--dry-run', '--outdir', outdir])
}
