import type { SFTPWrapper } from 'ssh2'
import { createOpenHandles } from './open-handles.ts'
import { internalFailure, refusalOf } from './protocol-refusal.ts'
import type { Answer } from './session.ts'
import { serveFiles } from './serve-files.ts'
import { serveFolders } from './serve-folders.ts'
import { createSessionFolders } from './session-folders.ts'
import type { SftpUser } from './sftp-user.ts'

/**
 * Serves one SFTP channel; ssh2 answers every other request as unsupported.
 *
 * @param onError receives the errors of which the client is told only that the server failed
 */
export function serveSftp(
  sftp: SFTPWrapper,
  user: SftpUser,
  onError?: (error: unknown) => void,
): void {
  const handles = createOpenHandles()
  const folders = createSessionFolders(user)
  const answer: Answer = (id, work) => {
    work().catch((error: unknown) => {
      const refusal = refusalOf(error)
      if (refusal === undefined) onError?.(error)
      const { status, message } = refusal ?? internalFailure
      sftp.status(id, status, message)
    })
  }
  serveFiles(sftp, { answer, handles, folders })
  serveFolders(sftp, { answer, handles, folders })
  // The sftp of OpenSSH ends its side and then waits for ours.
  sftp.on('end', () => sftp.end())
  sftp.on('close', () => void handles.closeAll())
}
