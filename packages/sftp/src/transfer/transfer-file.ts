import type { ExchangeFile, FileExchange, FileSource } from '../file-exchange.ts'
import { FileExchangeError, isExchangeError } from '../file-exchange-error.ts'
import { printableName } from '../file-name.ts'
import { sameContent } from '../same-content.ts'
import { sha256Of } from '../sha256-of.ts'
import { hashingSource } from './hashing-source.ts'
import type { FileOutcome } from './transfer-event.ts'

/** How one file goes from one exchange to another. */
export interface FileTransfer {
  readonly from: FileExchange
  readonly to: FileExchange
  readonly file: ExchangeFile
  /** Reads the file back from the target and compares its SHA-256. */
  readonly verifyContent: boolean
  /** Removes the file at the source once its content at the target was compared. */
  readonly removeSource: boolean
  /** Puts it in place of a file of other content. */
  readonly replace: boolean
  readonly signal: AbortSignal | undefined
  readonly onProgress: (doneBytes: number) => void
}

function sourceOf({ from, file, signal }: FileTransfer): FileSource {
  return {
    sizeBytes: file.sizeBytes,
    open: (fromByte) => from.get(file.name, { fromByte, signal }),
  }
}

/** Writes the file, and tells its SHA-256. */
async function send(transfer: FileTransfer, replace: boolean): Promise<string> {
  const { to, file, signal, onProgress } = transfer
  const { name } = file
  const source = hashingSource(sourceOf(transfer))
  await to.put(name, source, { signal, onProgress, replace })
  const sha256 = source.sha256()
  if (transfer.verifyContent || transfer.removeSource) {
    if ((await sha256Of(await to.get(name, { signal }))) !== sha256) {
      throw new FileExchangeError(
        'ERR_CONTENT_DIFFERS',
        `${printableName(name)} reads differently at ${to.title} from what was sent.`,
      )
    }
  }
  return sha256
}

/** Looks at what has the name already. A file of other content stays, unless it may be replaced. */
async function meet(transfer: FileTransfer, sizeBytesBefore: number): Promise<FileOutcome> {
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
  const sha256 = await send(transfer, true)
  return { outcome: 'replaced', name, sizeBytes, sha256, sizeBytesBefore }
}

async function copy(transfer: FileTransfer): Promise<FileOutcome> {
  const { to, file } = transfer
  const { name, sizeBytes } = file
  const there = await to.find(name)
  if (there !== undefined) return await meet(transfer, there.sizeBytes)
  try {
    return { outcome: 'moved', name, sizeBytes, sha256: await send(transfer, false) }
  } catch (error) {
    if (!isExchangeError(error, 'ERR_FILE_EXISTS')) throw error
    const appeared = await to.find(name)
    if (appeared === undefined) throw error
    return await meet(transfer, appeared.sizeBytes)
  }
}

async function removeMoved({ from, file }: FileTransfer): Promise<void> {
  const now = await from.find(file.name)
  if (now === undefined) return
  if (now.sizeBytes !== file.sizeBytes || now.modifiedAtMs !== file.modifiedAtMs) {
    throw new FileExchangeError(
      'ERR_FILE_CHANGED',
      `${printableName(file.name)} changed at ${from.title} after it was moved.`,
    )
  }
  await from.remove(file.name)
}

/**
 * Brings one file to the target unless it is there. A repeat changes nothing.
 * Other content under the name is refused, unless it may be replaced.
 *
 * @throws FileExchangeError when it could not be brought; the source is as it was
 */
export async function transferFile(transfer: FileTransfer): Promise<FileOutcome> {
  const result = await copy(transfer)
  if (transfer.removeSource) await removeMoved(transfer)
  return result
}
