import { lstat, rm } from 'node:fs/promises'
import { CommandFailure } from '../command/command-failure.ts'
import type { Command } from '../command/command.ts'
import { requiredText } from '../command/option.ts'
import { openDirectory } from '../keys/open-directory.ts'
import { merchantKey } from './merchant-key.ts'
import { pathOf, writeNewSecrets } from './secret-files.ts'
import { secretTable, type SecretFile } from './secret-table.ts'

const options = {
  out: requiredText({
    placeholder: 'DIR',
    summary: 'Directory for the files, outside of any repository; made if absent.',
  }),
  key: requiredText({ placeholder: 'FILE', summary: 'The merchant’s private key, PEM.' }),
  'key-code': requiredText({
    placeholder: 'CODE',
    summary: 'The key code that the merchant web site shows for its public half.',
  }),
}

const files = ['orders', 'ipn', 'checkout', 'shop'] as const satisfies readonly SecretFile[]

async function refuseIfPresent(path: string): Promise<void> {
  const isPresent = await lstat(path).then(
    () => true,
    () => false,
  )
  if (!isPresent) return
  throw new CommandFailure({
    reason: 'file_exists',
    message: `${path} exists already, and secrets are never overwritten. Nothing was written.`,
    remedy: 'Choose another directory, or change one secret with secrets rotate.',
  })
}

/** Generates the secrets of all Workers at once; a shared secret is written to several files. */
export const secretsGenerate: Command = {
  name: 'secrets generate',
  summary: 'Make the secrets of the Workers, in files for wrangler secret bulk.',
  usage: '--out DIR --key FILE --key-code CODE',
  operands: {},
  options,
  notes: [
    'orders.json, ipn.json and checkout.json each hold the secrets of one Worker; shop.json holds those of the\n' +
      'shop’s backend. Only their owner can read them. They are never overwritten, and no secret is printed.',
    'CHECKSUM_KEY is agreed with the service: secrets rotate CHECKSUM_KEY --from FILE. OPERATORS: operators add.',
  ],
  examples: ['secrets generate --out ~/merchant-secrets --key private.pem --key-code CODE'],
  async run({ given, terminal }) {
    const directory = given(options.out)
    const keyFile = given(options.key)
    const keyCode = given(options['key-code'])
    const contents: Record<SecretFile, Record<string, string>> = {
      orders: { MERCHANT_KEY: await merchantKey({ keyFile, keyCode }, terminal) },
      ipn: {},
      checkout: {},
      shop: {},
    }
    for (const { name, files: holders, make } of secretTable) {
      const value = make?.()
      if (value !== undefined) for (const holder of holders) contents[holder][name] = value
    }
    await openDirectory(directory)
    const paths = files.map((file) => pathOf(directory, file))
    for (const path of paths) await refuseIfPresent(path)
    const written: string[] = []
    try {
      for (const file of files) {
        const path = pathOf(directory, file)
        await writeNewSecrets(path, contents[file])
        written.push(path)
      }
    } catch (error) {
      // A part of the files would make the command refuse when it is repeated.
      await Promise.all(written.map((path) => rm(path, { force: true })))
      throw error
    }
    return {
      exitCode: 0,
      json: { files: paths },
      text: files
        .map((file) => `${pathOf(directory, file)}  ${Object.keys(contents[file]).join(', ')}`)
        .join('\n'),
    }
  },
}
