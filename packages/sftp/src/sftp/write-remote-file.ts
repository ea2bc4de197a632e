import type { FileSource, PutOptions } from '../exchange/file-exchange.ts'
import { FileExchangeError, folderMissing } from '../exchange/file-exchange-error.ts'
import { printableName } from '../exchange/file-name.ts'
import { createPipelineDepth, writePipelined } from './pipeline.ts'
import { checkRegular, lookAt } from './remote-folder.ts'
import type { SftpConnection } from './sftp-connection.ts'
import type { SftpSession } from './sftp-session.ts'
import { isStatus } from './sftp-status.ts'

/** Content, and the temporary path to write it to. */
export interface RemoteWrite {
  readonly connection: SftpConnection
  readonly temporaryPath: string
  /** Name that the file will have, for messages. */
  readonly name: string
  readonly source: FileSource
  readonly options: PutOptions
}

/**
 * Opens the temporary file: new at first, and without creating or truncating it after a reset.
 *
 * @returns handle and position from which to continue
 */
async function openTemporary(write: RemoteWrite, session: SftpSession, acknowledgedBytes: number) {
  const { temporaryPath } = write
  const left = await lookAt(session, temporaryPath)
  if (left !== undefined) checkRegular(write.name, left)
  // The server has fewer bytes than it acknowledged, so it lost data: start again.
  const fromByte = left !== undefined && left.size >= acknowledgedBytes ? acknowledgedBytes : 0
  const mode = left === undefined ? 'wx' : 'r+'
  const opening = session.request<Buffer>((sftp, done) => {
    sftp.open(temporaryPath, mode, done)
  })
  const handle = await opening.catch((error: unknown) => {
    // The name is new: only the folder can be missing.
    const isMissing = left === undefined && isStatus(error, 'missing')
    throw isMissing ? folderMissing(printableName(write.name), error) : error
  })
  return { handle, fromByte }
}

/**
 * Writes the content to the temporary path. After a reset it resumes after the last contiguously
 * acknowledged byte. The size of the file cannot be used, because requests may be executed out of
 * order.
 */
export async function writeRemoteFile(write: RemoteWrite): Promise<void> {
  const { connection, source, options, name } = write
  const { sizeBytes } = source
  const { signal, onProgress } = options
  const depth = createPipelineDepth()
  let acknowledgedBytes = 0
  await connection.run({
    activity: `writing ${printableName(name)}`,
    signal,
    position: () => acknowledgedBytes,
    work: async (session) => {
      const { handle, fromByte } = await openTemporary(write, session, acknowledgedBytes)
      acknowledgedBytes = fromByte
      const onAcknowledged = (position: number): void => {
        acknowledgedBytes = position
        onProgress?.(position)
      }
      const target = { session, handle, name, fromByte, sizeBytes, signal, onAcknowledged }
      try {
        await writePipelined(target, await source.open(fromByte), depth)
      } catch (error) {
        depth.restart()
        throw error
      }
      await session.request((sftp, done) => sftp.close(handle, (error) => done(error, undefined)))
      await checkWritten(write, session)
    },
  })
}

async function checkWritten(write: RemoteWrite, session: SftpSession): Promise<void> {
  const written = await lookAt(session, write.temporaryPath)
  if (written?.size === write.source.sizeBytes) return
  throw new FileExchangeError(
    'ERR_SIZE_DIFFERS',
    `The server holds ${written?.size ?? 0} of the ${write.source.sizeBytes} bytes of ${printableName(write.name)}.`,
  )
}
