import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { generateSshKeyPair } from '../src/server/ssh-keys.ts'

const sshdPath = ['/usr/sbin/sshd', '/usr/local/sbin/sshd', '/opt/homebrew/sbin/sshd'].find(
  existsSync,
)

/** Why OpenSSH's server cannot be used here; empty when it can. */
export const noOpenssh = sshdPath === undefined ? '(sshd of openssh-server is not installed)' : ''

/** An sshd of this machine that runs as this user. */
export interface Openssh {
  readonly port: number
  /** User to log in as. */
  readonly username: string
  /** Private key that it accepts. */
  readonly privateKey: string
  /** File with that key. */
  readonly privateKeyFile: string
  /** Fingerprint as ssh-keygen prints it. */
  readonly hostKeyFingerprint: string
  /** Folder that files are exchanged through. */
  readonly folder: string
  stop(): Promise<void>
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const bound = server.address()
  server.close()
  await once(server, 'close')
  if (bound === null || typeof bound === 'string') throw new Error('no port')
  return bound.port
}

async function untilListening(port: number, sshd: ChildProcess): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    if (sshd.exitCode !== null) break
    const socket = connect(port, '127.0.0.1')
    const [event] = await Promise.race([
      once(socket, 'connect').then(() => ['up']),
      once(socket, 'error').then(() => ['down']),
    ]).catch(() => ['down'])
    socket.destroy()
    if (event === 'up') return
    await sleep(50)
  }
  throw new Error('sshd did not start')
}

/** Starts sshd with its internal SFTP server, on a free port of 127.0.0.1, with keys of its own. */
export async function startOpenssh(): Promise<Openssh> {
  if (sshdPath === undefined) throw new Error('sshd is not installed: install openssh-server')
  const base = await mkdtemp(join(tmpdir(), 'openssh-'))
  const folder = join(base, 'exchange')
  await mkdir(folder)
  const port = await freePort()
  const keys = generateSshKeyPair()
  const at = (name: string): string => join(base, name)
  execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', at('host_key')])
  await writeFile(at('user_key'), keys.privateKey, { mode: 0o600 })
  await writeFile(at('authorized_keys'), `${keys.publicKey}\n`, { mode: 0o600 })
  await writeFile(
    at('config'),
    [
      `Port ${port}`,
      'ListenAddress 127.0.0.1',
      `HostKey ${at('host_key')}`,
      `AuthorizedKeysFile ${at('authorized_keys')}`,
      `PidFile ${at('pid')}`,
      'StrictModes no',
      'UsePAM no',
      'PasswordAuthentication no',
      'PermitRootLogin prohibit-password',
      'MaxStartups 100',
      'Subsystem sftp internal-sftp',
      '',
    ].join('\n'),
  )
  // Run by root, sshd wants the folder that its service file would make.
  if (process.getuid?.() === 0) await mkdir('/run/sshd', { recursive: true })
  const sshd = spawn(sshdPath, ['-D', '-f', at('config'), '-E', at('log')], { stdio: 'ignore' })
  await untilListening(port, sshd)
  const shown = execFileSync('ssh-keygen', ['-l', '-f', at('host_key.pub')]).toString()
  return {
    port,
    username: execFileSync('id', ['-un']).toString().trim(),
    privateKey: await readFile(at('user_key'), 'utf8'),
    privateKeyFile: at('user_key'),
    hostKeyFingerprint: shown.split(' ')[1] ?? '',
    folder,
    async stop() {
      sshd.kill()
      await once(sshd, 'exit')
      await rm(base, { recursive: true })
    },
  }
}
