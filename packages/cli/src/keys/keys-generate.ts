import { generateKeyPair, inspectKey } from '@merchant-edge/signing'
import { lstat, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CommandFailure } from '../command/command-failure.ts'
import type { Command } from '../command/command.ts'
import { requiredText, wholeNumber } from '../command/option.ts'
import { fileErrorCode } from '../input/read-file.ts'
import { unwritable } from '../output/write-failure.ts'
import { openDirectory } from './open-directory.ts'

const options = {
  out: requiredText({
    placeholder: 'DIR',
    summary: 'Directory for the two files; made if absent.',
  }),
  bits: wholeNumber({
    placeholder: 'N',
    summary: 'Size of the key in bits, 2048 to 4096; 2048 is what the service asks for.',
    min: 2048,
    max: 4096,
    absent: 2048,
  }),
}

function fileExists(path: string): CommandFailure {
  return new CommandFailure({
    reason: 'file_exists',
    message: `${path} exists already, and a key is never overwritten. Nothing was written.`,
    remedy: 'Choose another directory, or move the earlier key away first.',
  })
}

async function refuseIfPresent(path: string): Promise<void> {
  const present = await lstat(path).then(
    () => true,
    () => false,
  )
  if (present) throw fileExists(path)
}

async function writeNew(path: string, content: string, mode: number): Promise<void> {
  try {
    await writeFile(path, content, { flag: 'wx', mode, flush: true })
  } catch (error) {
    const code = fileErrorCode(error)
    if (code === 'EEXIST') throw fileExists(path)
    // A file that was cut off, as by a full disk, would be taken for a key.
    await rm(path, { force: true }).catch(() => undefined)
    throw unwritable(path, code)
  }
}

/** `merchant-edge keys generate`: makes an RSA key pair and writes its two files. */
export const keysGenerate: Command = {
  name: 'keys generate',
  summary: 'Make an RSA key pair: private.pem and public.pem.',
  usage: '--out DIR [--bits N]',
  operands: {},
  options,
  notes: [
    'private.pem is PKCS#8, readable by its owner only; public.pem is SPKI. Existing files are never\n' +
      'overwritten. Upload public.pem on the merchant web site; the key id shown there is the key code.',
  ],
  examples: ['keys generate --out ./keys'],
  async run({ given, terminal }) {
    const directory = given(options.out)
    const bits = given(options.bits)
    const privateKey = join(directory, 'private.pem')
    const publicKey = join(directory, 'public.pem')
    await openDirectory(directory)
    await refuseIfPresent(privateKey)
    await refuseIfPresent(publicKey)

    const pair = await generateKeyPair(bits)
    const { fingerprint } = await inspectKey(pair.publicKeyPem)
    await writeNew(privateKey, pair.privateKeyPem, 0o600)
    try {
      await writeNew(publicKey, pair.publicKeyPem, 0o644)
    } catch (error) {
      await rm(privateKey, { force: true })
      throw error
    }
    terminal.note(
      'Keep private.pem secret and backed up; upload public.pem on the merchant web site.',
    )
    return {
      exitCode: 0,
      json: { privateKey, publicKey, bits, fingerprint },
      text: [
        `${privateKey}  private key, ${bits} bits, PKCS#8, mode 0600`,
        `${publicKey}  public key, SPKI`,
        `fingerprint  ${fingerprint}`,
      ].join('\n'),
    }
  },
}
