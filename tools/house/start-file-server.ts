import { startSftpServer, type SftpServer } from '@merchant-edge/sftp/server'
import { createExchangeFolder } from './exchange-folder.ts'
import type { HouseSecrets } from './secrets.ts'

/** Who exchanges files with the service in this house; also the name that logs in. */
export const exchangePartner = 'EDGE'

/**
 * Starts the service's file server: `/in` takes the partner's files, `/out` has those of the service,
 * both out of the sandbox.
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
