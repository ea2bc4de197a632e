import { createSftpExchange, moveFiles, type FileOutcome } from '@merchant-edge/sftp'
import type { SftpServer } from '@merchant-edge/sftp/server'
import { createBucketExchange, type HouseBucket } from './bucket-exchange.ts'
import type { HouseSecrets } from './secrets.ts'
import { exchangePartner } from './start-file-server.ts'

/**
 * Brings the partner's files from the bucket to the service, and those of the service into the bucket,
 * over SFTP: what a machine with `merchant-edge files watch` does in production. A day that the service
 * closes again replaces the files of its first close.
 */
export async function exchangeDailyFiles(use: {
  readonly bucket: HouseBucket
  readonly server: Pick<SftpServer, 'port' | 'hostKeyFingerprint'>
  readonly secrets: HouseSecrets
  /** Which files to take, by name; all when left out. */
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
