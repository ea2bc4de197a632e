import type { FileSource, PutOptions } from '../exchange/file-exchange.ts'
import { FileExchangeError } from '../exchange/file-exchange-error.ts'
import { printableName } from '../exchange/file-name.ts'
import { createPipelineDepth, writePipelined } from './pipeline.ts'
import { checkRegular, lookAt } from './remote-folder.ts'
import type { SftpConnection } from './sftp-connection.ts'
import type { SftpSession } from './sftp-session.ts'

/** What is written under which temporary path. */
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
 * @returns where to go on
 */
async function openTemporary(write: RemoteWrite, session: SftpSession, takenBytes: number) {
  const { temporaryPath } = write
  const left = await lookAt(session, temporaryPath)
  if (left !== undefined) checkRegular(write.name, left)
  // A server that came back with less than it had taken has lost data: begin again.
  const fromByte = left !== undefined && left.size >= takenBytes ? takenBytes : 0
  const mode = left === undefined ? 'wx' : 'r+'
  const handle = await session.request<Buffer>((sftp, done) => {
    sftp.open(temporaryPath, mode, done)
  })
  return { handle, fromByte }
}

/**
 * Writes the content to the temporary path. After a reset it goes on behind the last byte up to which
 * the server has everything: the size alone would not tell, as requests may be taken out of order.
 */
export async function writeRemoteFile(write: RemoteWrite): Promise<void> {
  const { connection, source, options, name } = write
  const { sizeBytes } = source
  const { signal, onProgress } = options
  const depth = createPipelineDepth()
  let takenBytes = 0
  await connection.run({
    activity: `writing ${printableName(name)}`,
    signal,
    position: () => takenBytes,
    work: async (session) => {
      const { handle, fromByte } = await openTemporary(write, session, takenBytes)
      takenBytes = fromByte
      const onTaken = (position: number): void => {
        takenBytes = position
        onProgress?.(position)
      }
      const target = { session, handle, name, fromByte, sizeBytes, signal, onTaken }
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
