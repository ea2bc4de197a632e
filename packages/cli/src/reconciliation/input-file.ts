import type { ReconcileInput } from '@merchant-edge/reconcile'
import { parseFileName } from '@merchant-edge/reconcile/files'
import type { BigIntStats } from 'node:fs'
import { access, constants, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { CommandFailure, usageFailure } from '../command/command-failure.ts'
import type { Terminal } from '../command/terminal.ts'
import { unreadable } from '../input/read-file.ts'
import { readPlainText } from '../input/read-plain-text.ts'
import { joinedSource } from './joined-source.ts'
import { checkPacking, isPacked, unpackedName } from './packed-source.ts'

/** An input file, or the parts of one. */
export interface InputFile {
  readonly input: ReconcileInput
  /** Size in bytes; undefined when it is compressed. */
  readonly sizeBytes: number | undefined
  /** Paths of the parts of the file, in their order. */
  readonly paths: readonly string[]
  /**
   * Checks that no part has changed since the file was opened.
   *
   * @throws CommandFailure `file_changed`
   */
  checkUnchanged(): Promise<void>
}

interface Part {
  readonly path: string
  readonly sizeBytes: number
  /** What is another one when the file is written to or replaced. */
  readonly version: string
}

function versionOf({ dev, ino, size, mtimeNs }: BigIntStats): string {
  return [dev, ino, size, mtimeNs].join(' ')
}

async function partOf(path: string): Promise<Part> {
  checkPacking(path)
  const found = await stat(path, { bigint: true }).catch((error: unknown) => {
    throw unreadable(path, error)
  })
  if (found.isFile()) {
    // Before anything is opened, so that no output is begun.
    await access(path, constants.R_OK).catch((error: unknown) => {
      throw unreadable(path, error)
    })
    return { path, sizeBytes: Number(found.size), version: versionOf(found) }
  }
  throw usageFailure(`${path} is no file.`, 'Name the file itself.', 'file_unreadable')
}

async function checkPart({ path, version }: Part): Promise<void> {
  const found = await stat(path, { bigint: true }).catch(() => undefined)
  if (found !== undefined && versionOf(found) === version) return
  throw new CommandFailure({
    reason: 'file_changed',
    message: `${path} changed while it was read.`,
    remedy: 'Wait until the file is complete, then run again.',
  })
}

/**
 * Opens an input file, or the parts of one. If its name is that of a daily file, day and kind are
 * checked by the name.
 *
 * @throws CommandFailure with exit code 2 when it cannot be read
 */
export async function inputFile(...paths: readonly string[]): Promise<InputFile> {
  const parts = await Promise.all(paths.map(partOf))
  const [name = ''] = paths.length === 1 ? paths.map((path) => unpackedName(basename(path))) : []
  const isNamed = parseFileName(name) !== undefined
  return {
    input: { open: () => joinedSource(paths), ...(isNamed && { name }) },
    sizeBytes: paths.some(isPacked)
      ? undefined
      : parts.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
    paths,
    async checkUnchanged() {
      for (const part of parts) await checkPart(part)
    },
  }
}

const maxKeyBytes = 1024

/**
 * Reads the checksum key: the text of a file without its trailing line break.
 *
 * @throws CommandFailure with exit code 2 when there is no key in it
 */
export async function readChecksumKey(path: string, terminal: Terminal): Promise<string> {
  const text = (await readPlainText(path, terminal)).replace(/\r?\n$/, '')
  if (text === '') {
    throw usageFailure(`${path} is empty.`, 'Put the checksum key into it.', 'key_missing')
  }
  if (Buffer.byteLength(text) <= maxKeyBytes) return text
  throw usageFailure(
    `${path} is no checksum key: it has more than ${maxKeyBytes} bytes.`,
    'Name the file that holds the checksum key alone.',
    'key_invalid',
  )
}
