import {
  createSftpExchange,
  moveFiles,
  type FileExchange,
  type FileOutcome,
} from '@merchant-edge/sftp'
import type { SftpServer } from '@merchant-edge/sftp/server'
import { createBucketExchange, type HouseBucket } from './bucket-exchange.ts'
import type { HouseSecrets } from './secrets.ts'
import { exchangePartner } from './start-file-server.ts'

/** Takes what the service has; a day that was closed again replaces the file of its first close. */
async function fetchFiles(from: FileExchange, to: FileExchange): Promise<readonly FileOutcome[]> {
  const outcomes = await moveFiles(from, to)
  const outdated = outcomes
    .filter((one) => one.outcome === 'refused' && one.error.code === 'ERR_FILE_EXISTS')
    .map(({ name }) => name)
  if (outdated.length === 0) return outcomes
  for (const name of outdated) await to.remove(name)
  const again = await moveFiles(from, to, { takes: (name) => outdated.includes(name) })
  return [...outcomes.filter(({ name }) => !outdated.includes(name)), ...again]
}

/**
 * Brings the partner's files from the bucket to the service, and those of the service into the bucket,
 * over SFTP: what a machine with `merchant-edge files watch` does in production.
 */
export async function exchangeDailyFiles(use: {
  readonly bucket: HouseBucket
  readonly server: Pick<SftpServer, 'port' | 'hostKeyFingerprint'>
  readonly secrets: HouseSecrets
}): Promise<readonly FileOutcome[]> {
  const { bucket, server, secrets } = use
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
      ...(await moveFiles(createBucketExchange(bucket, 'outgoing'), toService)),
      ...(await fetchFiles(fromService, createBucketExchange(bucket, 'incoming'))),
    ]
  } finally {
    await Promise.all([toService.close(), fromService.close()])
  }
}
