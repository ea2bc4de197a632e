import { createSftpExchange, moveFiles, type FileOutcome } from '@merchant-edge/sftp'
import type { SftpServer } from '@merchant-edge/sftp/server'
import type { HouseSecrets } from '../secrets.ts'
import { createBucketExchange } from './bucket-exchange.ts'
import type { HouseBucket } from './house-bucket.ts'
import { exchangePartner } from './start-file-server.ts'

/**
 * Copies the partner's files from the bucket to the service, and the service's files to the bucket,
 * over SFTP. In production a machine with `merchant-edge files watch` does this. When the service
 * closes a day again, its new files replace those of the first close.
 */
export async function exchangeDailyFiles(use: {
  readonly bucket: HouseBucket
  readonly server: Pick<SftpServer, 'port' | 'hostKeyFingerprint'>
  readonly secrets: HouseSecrets
  /** Selects files by name; all if left out. */
  readonly takes?: ((name: string) => boolean) | undefined
}): Promise<readonly FileOutcome[]> {
  const { bucket, server, secrets, takes = () => true } = use
  const at = (folder: string) =>
    createSftpExchange({
      host: '127.0.0.1',
      port: server.port,
      username: exchangePartner,
      login: { password: secrets.sftpPassword },
      folder,
      hostKeyFingerprints: [server.hostKeyFingerprint],
      // A server in the same process that does not answer in three minutes never will.
      retry: { attempts: 3 },
    })
  const [toService, fromService] = [at('/in'), at('/out')]
  try {
    return [
      ...(await moveFiles(createBucketExchange(bucket, 'outgoing'), toService, { takes })),
      ...(await moveFiles(fromService, createBucketExchange(bucket, 'incoming'), {
        takes,
        replace: true,
      })),
    ]
  } finally {
    await Promise.all([toService.close(), fromService.close()])
  }
}
