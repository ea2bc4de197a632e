import { randomBytes } from 'node:crypto'
import { access, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import * as v from 'valibot'
import { usageFailure } from '../command/command-failure.ts'
import type { Terminal } from '../command/terminal.ts'
import { fileErrorCode } from '../input/read-file.ts'
import { makeDirectory } from '../keys/make-directory.ts'
import { writeFailure } from '../output/write-failure.ts'

const shape = v.object({
  url: v.exactOptional(v.string()),
  desk: v.exactOptional(v.string()),
  token: v.exactOptional(v.string()),
})

/** Where an operator works, and with which token, as it stands in a file. */
export type StoredAccess = v.InferOutput<typeof shape>

/** The same place below the folder that `npm start` keeps its state in, and below one's home. */
const ownFile = join('.merchant-edge', 'operator.json')

/**
 * The file of an operator: the one that is named, the one of `npm start` in the folder in which one works, or the one in
 * one's home.
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
 * @throws CommandFailure when it cannot be read, or is no JSON of this form
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
    // What is in the file may be a token, and is not shown.
    throw usageFailure(
      `${file} is no JSON with url and token.`,
      'Start the house again, sign in again, or check --access.',
    )
  }
}

/**
 * Writes the file of an operator, which nobody else can read; it is there wholly or not at all.
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
