import { createHash } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import * as v from 'valibot'
import { makeBundle, type WorkerModule, type WorkerModules } from './make-bundle.ts'

const repository = join(import.meta.dirname, '../../..')

/**
 * The files that determine a bundle in addition to its sources: the bundling code and the lockfile.
 */
const makers = [join(import.meta.dirname, 'make-bundle.ts'), join(repository, 'pnpm-lock.yaml')]

const KeptScript = v.object({ type: v.literal('ESModule'), path: v.string(), contents: v.string() })
const KeptWasm = v.object({ type: v.literal('CompiledWasm'), path: v.string(), base64: v.string() })

/** A stored bundle. */
const KeptBundle = v.object({
  /** SHA-256 over the inputs and their contents. */
  digest: v.string(),
  inputs: v.array(v.string()),
  script: KeptScript,
  wasm: v.array(KeptWasm),
})
type KeptBundle = v.InferOutput<typeof KeptBundle>

function contentOf(file: string): Promise<Buffer | undefined> {
  return readFile(file).catch(() => undefined)
}

/** The digest of the files, each with the package.json files beside and above it. */
async function digestOf(inputs: readonly string[]): Promise<string> {
  const files = new Set([...makers, ...inputs])
  for (const input of inputs) {
    for (let folder = dirname(input); folder.startsWith(repository); folder = dirname(folder)) {
      files.add(join(folder, 'package.json'))
    }
  }
  const hash = createHash('sha256')
  const found = await Promise.all(
    [...files].map(async (file) => ({ file, content: await contentOf(file) })),
  )
  for (const { file, content } of found) {
    if (content === undefined && file.endsWith('package.json')) continue
    hash.update(`${file}\0${content?.length ?? 'missing'}\0`)
    if (content !== undefined) hash.update(content)
  }
  return hash.digest('hex')
}

async function readKept(file: string): Promise<KeptBundle | undefined> {
  try {
    const kept = v.safeParse(KeptBundle, JSON.parse(await readFile(file, 'utf8')))
    return kept.success ? kept.output : undefined
  } catch {
    // The first start, or a file that was only partly written: the bundle is made again.
    return undefined
  }
}

function modulesOf({ script, wasm }: KeptBundle): WorkerModules {
  return [
    script,
    ...wasm.map(({ type, path, base64 }) => ({
      type,
      path,
      contents: Buffer.from(base64, 'base64'),
    })),
  ]
}

function isWasm(module: WorkerModule): module is WorkerModule & { type: 'CompiledWasm' } {
  return module.type === 'CompiledWasm'
}

async function writeKept(file: string, kept: KeptBundle): Promise<void> {
  await mkdir(dirname(file), { recursive: true })
  const draft = `${file}.${process.pid}`
  await writeFile(draft, JSON.stringify(kept))
  await rename(draft, file)
}

/**
 * The bundle of a Worker that an earlier process stored, or a new one when one of its source files
 * has changed.
 *
 * @param entry absolute path of the Worker's `src/index.ts`
 * @param folder folder for stored bundles
 * @throws the bundler's own error when the source does not compile
 */
export async function keptBundle(entry: string, folder: string): Promise<WorkerModules> {
  const file = join(folder, `${createHash('sha256').update(entry).digest('hex').slice(0, 16)}.json`)
  const kept = await readKept(file)
  if (kept !== undefined && kept.digest === (await digestOf(kept.inputs))) return modulesOf(kept)
  const { modules, inputs } = await makeBundle(entry)
  const [script, ...others] = modules
  const wasm = others.filter(isWasm).map(({ type, path, contents: code }) => ({
    type,
    path,
    base64: Buffer.from(code).toString('base64'),
  }))
  await writeKept(file, { digest: await digestOf(inputs), inputs: [...inputs], script, wasm })
  return modules
}
