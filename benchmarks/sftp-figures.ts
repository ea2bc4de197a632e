import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createLocalFolder, createSftpExchange } from '@merchant-edge/sftp'
import { noOpenssh, startOpenssh } from '../packages/sftp/test/openssh.ts'
import type { Figure } from './figure.ts'
import { pairedRounds, type Work } from './paired-rounds.ts'

const sizeMb = 200
const maxRounds = 7
const goal = 0.8
const run = promisify(execFile)

/** Bytes that can be neither compressed nor stored as a sparse file. */
async function writeSample(path: string): Promise<void> {
  const block = Buffer.concat(
    Array.from({ length: 31_250 }, (_, part) => createHash('sha256').update(String(part)).digest()),
  )
  const file = await open(path, 'w')
  for (let written = 0; written < sizeMb; written += 1) await file.write(block)
  await file.close()
}

/**
 * Measures upload and download of 200 MB from disk to disk, compared with OpenSSH's sftp command and the same sshd on
 * loopback; returns no figures when OpenSSH is not installed.
 */
export async function sftpFigures(rounds: number): Promise<Figure[]> {
  if (noOpenssh !== '') {
    console.error(`SFTP is not measured ${noOpenssh}`)
    return []
  }
  const openssh = await startOpenssh()
  const base = await mkdtemp(join(tmpdir(), 'sftp-figures-'))
  await writeSample(join(base, 'sample.csv'))
  const local = createLocalFolder(base)
  const exchange = createSftpExchange({
    host: '127.0.0.1',
    port: openssh.port,
    username: openssh.username,
    login: { privateKey: openssh.privateKey },
    folder: openssh.folder,
    hostKeyFingerprints: [openssh.hostKeyFingerprint],
  })
  const sizeBytes = sizeMb * 1_000_000
  const sftp = async (command: string): Promise<void> => {
    const child = run('sftp', [
      '-q',
      '-b',
      '-',
      '-P',
      String(openssh.port),
      '-i',
      openssh.privateKeyFile,
      '-oStrictHostKeyChecking=no',
      '-oUserKnownHostsFile=/dev/null',
      '-oLogLevel=ERROR',
      `${openssh.username}@127.0.0.1`,
    ])
    child.child.stdin?.end(`${command}\n`)
    await child
  }
  const times =
    (once: () => Promise<void>): Work =>
    async (count) => {
      for (let done = 0; done < count; done += 1) await once()
    }
  const upload = {
    ours: times(async () => {
      await exchange.put(
        'ours.csv',
        { sizeBytes, open: (fromByte) => local.get('sample.csv', { fromByte }) },
        { replace: true },
      )
    }),
    floor: times(() =>
      sftp(`put ${join(base, 'sample.csv')} ${join(openssh.folder, 'floor.csv')}`),
    ),
  }
  const download = {
    ours: times(async () => {
      await local.put(
        'ours.csv',
        { sizeBytes, open: (fromByte) => exchange.get('ours.csv', { fromByte }) },
        { replace: true },
      )
    }),
    floor: times(() => sftp(`get ${join(openssh.folder, 'floor.csv')} ${join(base, 'floor.csv')}`)),
  }
  try {
    const figures: Figure[] = []
    for (const [name, pair] of Object.entries({ upload, download })) {
      const result = await pairedRounds(pair, { times: 1, rounds: Math.min(rounds, maxRounds) })
      figures.push({
        name: `SFTP ${name} of 200 MB, in MB / the sftp command of OpenSSH`,
        where: 'Node, loopback',
        ours: result.ours * sizeMb,
        floor: result.floor * sizeMb,
        ratio: result.ratio,
        goal,
        unit: 'a second',
      })
    }
    return figures
  } finally {
    await exchange.close()
    await openssh.stop()
    await rm(base, { recursive: true })
  }
}
