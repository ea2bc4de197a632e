import { createHash } from 'node:crypto'
import { chunksOf, sameContent, sha256Of, streamOf } from '../exchange/content.ts'
import type { ExchangeFile, FileExchange, FileSource } from '../exchange/file-exchange.ts'
import { FileExchangeError, isExchangeError } from '../exchange/file-exchange-error.ts'
import { printableName } from '../exchange/file-name.ts'
import type { FileOutcome } from './transfer-event.ts'

/** A source that computes the SHA-256 of its content while it is read. */
export interface HashingSource extends FileSource {
  /** SHA-256 in lower-case hex, once everything was read. */
  sha256(): string
}

/** Hashes every byte of a source once, even if parts are read again after a reset. */
export function hashingSource(source: FileSource): HashingSource {
  const hash = createHash('sha256')
  let hashedBytes = 0
  async function* hashed(fromByte: number): AsyncGenerator<Uint8Array> {
    let position = fromByte
    for await (const chunk of chunksOf(await source.open(fromByte))) {
      const known = hashedBytes - position
      if (known < chunk.length) {
        hash.update(chunk.subarray(Math.max(0, known)))
        hashedBytes = position + chunk.length
      }
      position += chunk.length
      yield chunk
    }
  }
  return {
    sizeBytes: source.sizeBytes,
    open: (fromByte) => streamOf(hashed(fromByte)),
    sha256: () => hash.copy().digest('hex'),
  }
}

/** One file, and how it is copied from one exchange to another. */
export interface FileTransfer {
  readonly from: FileExchange
  readonly to: FileExchange
  readonly file: ExchangeFile
  /** Reads the file back from the target and compares its SHA-256. */
  readonly verifyContent: boolean
  /** Removes the file at the source once its content at the target was compared. */
  readonly removeSource: boolean
  /** Replaces a file with other content. */
  readonly replace: boolean
  readonly signal: AbortSignal | undefined
  readonly onProgress: (doneBytes: number) => void
}

/** @throws FileExchangeError `ERR_FILE_CHANGED` when the source is not the listed version */
async function checkIsListed({ from, file }: FileTransfer): Promise<void> {
  const now = await from.find(file.name)
  if (now?.sizeBytes === file.sizeBytes && now.modifiedAtMs === file.modifiedAtMs) return
  throw new FileExchangeError(
    'ERR_FILE_CHANGED',
    `${printableName(file.name)} changed at ${from.title} while it was read.`,
  )
}

/** Reads the rest of a file; fails at its end, too, when the file was replaced meanwhile. */
async function* readAgain(transfer: FileTransfer, fromByte: number): AsyncGenerator<Uint8Array> {
  const { from, file, signal } = transfer
  yield* chunksOf(await from.get(file.name, { fromByte, signal }))
  await checkIsListed(transfer)
}

function sourceOf(transfer: FileTransfer): FileSource {
  const { from, file, signal } = transfer
  let isOpened = false
  return {
    sizeBytes: file.sizeBytes,
    async open(fromByte) {
      if (!isOpened) {
        isOpened = true
        return await from.get(file.name, { fromByte, signal })
      }
      // One reading is of one version, but two readings may be of two, and the target joins them.
      await checkIsListed(transfer)
      return streamOf(readAgain(transfer, fromByte))
    },
  }
}

/**
 * SHA-256 of the file that was just written to the target.
 *
 * @throws FileExchangeError `ERR_FILE_TAKEN` when a quick receiver was faster
 */
async function readBack({ to, file, signal }: FileTransfer): Promise<string> {
  try {
    return await sha256Of(await to.get(file.name, { signal }))
  } catch (cause) {
    if (!isExchangeError(cause, 'ERR_FILE_MISSING')) throw cause
    throw new FileExchangeError(
      'ERR_FILE_TAKEN',
      `${printableName(file.name)} was written to ${to.title}, and was gone before its content could be compared.`,
      { cause },
    )
  }
}

/** Writes the file; @returns its SHA-256 */
async function send(transfer: FileTransfer): Promise<string> {
  const { to, file, replace, signal, onProgress } = transfer
  const { name } = file
  const source = hashingSource(sourceOf(transfer))
  await to.put(name, source, { signal, onProgress, replace })
  const sha256 = source.sha256()
  if (transfer.verifyContent || transfer.removeSource) {
    if ((await readBack(transfer)) !== sha256) {
      throw new FileExchangeError(
        'ERR_CONTENT_DIFFERS',
        `${printableName(name)} reads differently at ${to.title} from what was sent.`,
      )
    }
  }
  return sha256
}

/** Decides about an existing file of this name: skip, replace, or `ERR_FILE_EXISTS`. */
async function handleExisting(
  transfer: FileTransfer,
  sizeBytesBefore: number,
): Promise<FileOutcome> {
  const { to, file } = transfer
  const { name, sizeBytes } = file
  const same = await sameContent(to, name, sourceOf(transfer))
  if (same !== undefined) return { outcome: 'skipped', name, sizeBytes, sha256: same }
  if (!transfer.replace) {
    throw new FileExchangeError(
      'ERR_FILE_EXISTS',
      `${printableName(name)} is at ${to.title} already, with other content.`,
    )
  }
  const sha256 = await send(transfer)
  return { outcome: 'replaced', name, sizeBytes, sha256, sizeBytesBefore }
}

async function copy(transfer: FileTransfer): Promise<FileOutcome> {
  const { to, file } = transfer
  const { name, sizeBytes } = file
  const there = await to.find(name)
  if (there !== undefined) return await handleExisting(transfer, there.sizeBytes)
  try {
    return {
      outcome: 'moved',
      name,
      sizeBytes,
      sha256: await send({ ...transfer, replace: false }),
    }
  } catch (error) {
    if (!isExchangeError(error, 'ERR_FILE_EXISTS')) throw error
    const appeared = await to.find(name)
    if (appeared === undefined) throw error
    return await handleExisting(transfer, appeared.sizeBytes)
  }
}

/** Whether two times are the same, as far as both sides tell them: some have whole seconds only. */
function isSameTime(one: number, other: number): boolean {
  const isWhole = [one, other].some((time) => time % 1000 === 0)
  return isWhole ? Math.floor(one / 1000) === Math.floor(other / 1000) : one === other
}

/**
 * Checks that a file which the target had already is not the file at the source itself, under
 * another address of the same folder: removing it would remove the only copy. Assumes G-162.
 *
 * @throws FileExchangeError `ERR_SAME_FILE` when it may be
 */
async function checkIsAnother({ to, file }: FileTransfer): Promise<void> {
  const there = await to.find(file.name)
  if (there === undefined || !isSameTime(there.modifiedAtMs, file.modifiedAtMs)) return
  throw new FileExchangeError(
    'ERR_SAME_FILE',
    `${printableName(file.name)} has the same content and the same time at ${to.title}: both may be one file, in one folder with two addresses.`,
  )
}

/** Removes the listed version at the source; @returns whether there is no other one */
async function removeVersion({ from, file }: FileTransfer): Promise<boolean> {
  if (from.removeListed !== undefined) return await from.removeListed(file)
  const now = await from.find(file.name)
  if (now === undefined) return true
  if (now.sizeBytes !== file.sizeBytes || now.modifiedAtMs !== file.modifiedAtMs) return false
  await from.remove(file.name)
  return true
}

async function removeMoved(transfer: FileTransfer): Promise<void> {
  if (await removeVersion(transfer)) return
  const { from, file } = transfer
  throw new FileExchangeError(
    'ERR_FILE_CHANGED',
    `${printableName(file.name)} changed at ${from.title} after it was moved.`,
  )
}

/**
 * Copies one file to the target unless it is there. A repeat changes nothing. A file of the same
 * name with other content is refused, unless it may be replaced.
 *
 * @throws FileExchangeError when it could not be copied; the source is unchanged
 */
export async function transferFile(transfer: FileTransfer): Promise<FileOutcome> {
  const result = await copy(transfer)
  if (!transfer.removeSource) return result
  if (result.outcome === 'skipped') await checkIsAnother(transfer)
  await removeMoved(transfer)
  return result
}
