import { randomBytes } from 'node:crypto'
import { access, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import * as v from 'valibot'
import { usageFailure } from '../../command/command-failure.ts'
import type { Terminal } from '../../command/terminal.ts'
import { fileErrorCode } from '../../input/read-file.ts'
import { makeDirectory } from '../../keys/make-directory.ts'
import { writeFailure } from '../../output/write-failure.ts'

const shape = v.object({
  url: v.exactOptional(v.string()),
  desk: v.exactOptional(v.string()),
  token: v.exactOptional(v.string()),
})

/** Address and token of an operator, as stored in a file. */
export type StoredAccess = v.InferOutput<typeof shape>

/**
 * Path below the current folder (where `npm start` stores its state) and below the home directory.
 */
const ownFile = join('.merchant-edge', 'operator.json')

/**
 * The operator's file: the given one, that of `npm start` in the current folder, or that in the
 * home directory.
 */
export async function accessFile(
  named: string | undefined,
  { environment }: Pick<Terminal, 'environment'>,
): Promise<string> {
  if (named !== undefined) return named
  try {
    await access(ownFile)
    return ownFile
  } catch {
    return join(environment['HOME'] ?? homedir(), ownFile)
  }
}

/**
 * Reads the file of an operator.
 *
 * @returns `undefined` when there is none
 * @throws CommandFailure when it cannot be read, or is not JSON of this form
 */
export async function readAccess(file: string): Promise<StoredAccess | undefined> {
  let content: string
  try {
    content = await readFile(file, 'utf8')
  } catch (error) {
    const code = fileErrorCode(error)
    if (code === 'ENOENT') return undefined
    throw usageFailure(`${file} cannot be read: ${code}.`, 'Check --access.')
  }
  try {
    return v.parse(shape, JSON.parse(content))
  } catch {
    // The content may be a token, so it is not shown.
    throw usageFailure(
      `${file} is no JSON with url and token.`,
      'Start the house again, sign in again, or check --access.',
    )
  }
}

/**
 * Writes the operator's file atomically, readable only by its owner.
 *
 * @throws CommandFailure when it cannot be written
 */
export async function writeAccess(file: string, content: StoredAccess): Promise<void> {
  const next = `${file}.${randomBytes(6).toString('hex')}`
  try {
    await makeDirectory(dirname(file))
    await writeFile(next, `${JSON.stringify(content)}\n`, { mode: 0o600, flag: 'wx' })
    await rename(next, file)
  } catch (error) {
    await rm(next, { force: true }).catch(() => undefined)
    throw writeFailure(file, error)
  }
}
