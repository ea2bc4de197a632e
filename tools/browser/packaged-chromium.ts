import { execFile } from 'node:child_process'
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import * as v from 'valibot'
import { unpackedOnce } from './unpacked-once.ts'

const run = promisify(execFile)
const cache = join(import.meta.dirname, '../../node_modules/.cache/merchant-edge')
const Manifest = v.object({ version: v.string() })

async function packageVersion(): Promise<string> {
  const entry = import.meta.resolve('@sparticuz/chromium')
  const manifest = await readFile(fileURLToPath(new URL('../package.json', entry)), 'utf8')
  return v.parse(Manifest, JSON.parse(manifest)).version
}

/**
 * The Chromium of the npm package for Linux x64. The first process that needs it unpacks it inside
 * the clone: below the folder for temporary files another user of the machine could put a program
 * of this name, and could not use ours. In a new clone several test runs start a browser at the same
 * time, and the package itself would give the second one a program that the first is still writing,
 * or one of an older version.
 *
 * @returns the path of the program
 */
export async function packagedChromium(): Promise<string> {
  const folder = join(cache, `chromium-${await packageVersion()}`)
  await mkdir(cache, { recursive: true })
  const unpack = join(import.meta.dirname, 'unpack-chromium.ts')
  const unpacked = await unpackedOnce(folder, 'chromium', (draft) =>
    run(process.execPath, [unpack], { env: { ...process.env, TMPDIR: draft } }),
  )
  return join(unpacked, 'chromium')
}
