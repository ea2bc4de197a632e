import { printableName } from '../file-name.ts'
import type { SftpConnection } from './sftp-connection.ts'
import { isStatus } from './sftp-status.ts'

/** Removes a file; one that is gone after a reset was removed before the answer was lost. */
export async function removeRemoteFile(
  connection: SftpConnection,
  path: string,
  name: string,
): Promise<void> {
  let tried = false
  await connection.run({
    doing: `removing ${printableName(name)}`,
    signal: undefined,
    work: async (session) => {
      const again = tried
      tried = true
      try {
        await session.request((sftp, done) => sftp.unlink(path, (error) => done(error, undefined)))
      } catch (error) {
        if (!again || !isStatus(error, 'missing')) throw error
      }
    },
  })
}
