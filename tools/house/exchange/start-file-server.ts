import { startSftpServer, type SftpServer } from '@merchant-edge/sftp/server'
import { createExchangeFolder } from './exchange-folder.ts'
import type { HouseSecrets } from '../secrets.ts'

/** Code of the partner that exchanges files in this house; also its login name. */
export const exchangePartner = 'EDGE'

/**
 * Starts the service's file server over the files in the sandbox: `/in` for the partner's files,
 * `/out` for the service's.
 */
export function startFileServer(use: {
  readonly port: number
  readonly sandboxUrl: string
  readonly secrets: HouseSecrets
}): Promise<SftpServer> {
  const { port, sandboxUrl, secrets } = use
  const place = { sandboxUrl, partner: exchangePartner }
  return startSftpServer({
    port,
    hostKey: secrets.sftpHostKey,
    onError: (error) => console.error('The file server failed:', error),
    users: [
      {
        name: exchangePartner,
        password: secrets.sftpPassword,
        folders: {
          in: {
            store: createExchangeFolder({ ...place, direction: 'from-partner' }),
            maxBytes: 64 * 1024 * 1024,
          },
          out: {
            store: createExchangeFolder({ ...place, direction: 'from-service' }),
            readOnly: true,
          },
        },
      },
    ],
  })
}
