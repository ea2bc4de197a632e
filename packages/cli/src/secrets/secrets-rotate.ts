import { resolve } from 'node:path'
import { CommandFailure, usageFailure } from '../command/command-failure.ts'
import type { Command, CommandCall, Outcome } from '../command/command.ts'
import { operand, requiredText, text } from '../command/option.ts'
import type { Terminal } from '../command/terminal.ts'
import { whileLocked } from '../output/output-locks.ts'
import { readText } from '../input/read-body.ts'
import { merchantKey } from './merchant-key.ts'
import { pathOf, readSecrets, replaceSecrets, type Secrets } from './secret-files.ts'
import { secretTable, type Secret } from './secret-table.ts'
import { finished, type HeldSecrets, type SecretStep } from './shared-secret.ts'

const operands = {
  name: operand({ placeholder: 'NAME', summary: 'Name of the secret, such as CALLBACK_SECRET.' }),
}
const dir = requiredText({
  placeholder: 'DIR',
  summary: 'Directory that secrets generate has written.',
})
const options = {
  dir,
  from: text({
    placeholder: 'FILE',
    summary: 'File with the new value, for MERCHANT_KEY (a private key) and CHECKSUM_KEY.',
  }),
  'key-code': text({ placeholder: 'CODE', summary: 'Key code of a new MERCHANT_KEY.' }),
}

function secretNamed(name: string): Secret {
  const found = secretTable.find((secret) => secret.name === name)
  if (found !== undefined) return found
  const names = secretTable.map((secret) => secret.name).join(', ')
  throw usageFailure(`There is no secret with this name.`, `Write one of: ${names}.`)
}

async function newValue(
  { name, make }: Secret,
  given: { readonly from: string | undefined; readonly keyCode: string | undefined },
  terminal: Terminal,
): Promise<string> {
  const { from, keyCode } = given
  if (make !== undefined) {
    if (from === undefined) return make()
    throw usageFailure(`${name} is made at random.`, 'Leave --from out.')
  }
  if (from === undefined) {
    throw usageFailure(`${name} comes from the service.`, 'Give its new value with --from FILE.')
  }
  if (name === 'MERCHANT_KEY') {
    if (keyCode !== undefined) return merchantKey({ keyFile: from, keyCode }, terminal)
    throw usageFailure('MERCHANT_KEY needs its key code.', 'Give it with --key-code CODE.')
  }
  const value = (await readText(from, terminal)).replace(/^\uFEFF/, '').replace(/\r?\n$/, '')
  if (value !== '') return value
  throw usageFailure(`${from} is empty.`, `Write the new value of ${name} to it.`)
}

function rotated(secrets: Secrets, { name, overlaps }: Secret, value: string): Secrets {
  const before = secrets[name]
  if (!overlaps || before === undefined || before === null) return { ...secrets, [name]: value }
  if (typeof secrets[`${name}_PREVIOUS`] === 'string') {
    throw new CommandFailure({
      reason: 'rotation_under_way',
      message: `${name} has a value before already: what that one has made may still be on its way. Nothing was written.`,
      remedy: `Wait until it is over (docs/guides/deploy.md), then: secrets retire ${name}.`,
    })
  }
  // The new value is accepted before it is used, because old and new versions of a Worker run side
  // by side for a while.
  return { ...secrets, [`${name}_PREVIOUS`]: value }
}

interface Rewriting {
  readonly secret: Secret
  readonly directory: string
  readonly step: SecretStep
}

/** Rewrites all files of a secret; or finishes the same command that was killed between two files. */
async function rewriteNow(
  { secret, directory, step }: Rewriting,
  change: (secrets: Secrets) => Secrets,
): Promise<Outcome> {
  const files: HeldSecrets[] = []
  for (const file of secret.files) {
    const path = pathOf(directory, file)
    files.push({ path, secrets: await readSecrets(path) })
  }
  const rest = finished(files, secret, step)
  await replaceSecrets(
    rest ?? files.map(({ path, secrets }) => ({ path, secrets: change(secrets) })),
  )
  const paths = files.map(({ path }) => path)
  const lines = [
    ...(rest === undefined
      ? []
      : ['The same command was interrupted before, and is finished now.']),
    'Set each of them with wrangler secret bulk:',
    ...paths.map((path) => `  ${path}`),
  ]
  return {
    exitCode: 0,
    json: { files: paths, ...(rest !== undefined && { finished: true }) },
    text: lines.join('\n'),
  }
}

/** Rewrites the files while no other run does: with two values, two Workers would not agree. */
async function rewrite(
  rewriting: Rewriting & Pick<CommandCall, 'terminal'>,
  change: (secrets: Secrets) => Secrets,
): Promise<Outcome> {
  const { secret, directory, terminal } = rewriting
  const paths = secret.files.map((file) => resolve(pathOf(directory, file)))
  // A directory without the files is said to be one, and gets no lock.
  for (const path of paths) await readSecrets(path)
  const onWait = () => terminal.note('Waits for another run that changes the same files.')
  return await whileLocked({ paths, onWait }, () => rewriteNow(rewriting, change))
}

function used(secrets: Secrets, { name }: Secret): Secrets {
  const [value, other] = [secrets[name], secrets[`${name}_PREVIOUS`]]
  if (typeof value === 'string' && typeof other === 'string') {
    return { ...secrets, [name]: other, [`${name}_PREVIOUS`]: value }
  }
  throw new CommandFailure({
    reason: 'no_second_value',
    message: `${name} has no second value. Nothing was written.`,
    remedy: `Begin with: secrets rotate ${name}.`,
  })
}

/**
 * Adds a new value next to the current one in all files of a secret: it is accepted, but not used
 * yet.
 */
export const secretsRotate: Command = {
  name: 'secrets rotate',
  summary: 'Make a new value of a secret; both it and the current value are accepted.',
  usage: 'NAME --dir DIR [--from FILE [--key-code CODE]]',
  operands,
  options,
  notes: [
    'Only the files are written; no secret is printed. Set them with wrangler secret bulk, and wait until every Worker\n' +
      'serves with them; then secrets use. MERCHANT_KEY has one value only, which is exchanged at once.',
  ],
  examples: [
    'secrets rotate CALLBACK_SECRET --dir ~/merchant-secrets',
    'secrets rotate MERCHANT_KEY --dir ~/merchant-secrets --from new.pem --key-code CODE',
  ],
  async run({ given, terminal }) {
    const secret = secretNamed(given(operands.name))
    const from = given(options.from)
    const value = await newValue(secret, { from, keyCode: given(options['key-code']) }, terminal)
    const rewriting = { secret, directory: given(dir), step: 'rotate', terminal } as const
    return await rewrite(rewriting, (secrets) => rotated(secrets, secret, value))
  },
}

/**
 * Swaps the two values of a secret: the new one is used from now on, the old one is still accepted.
 */
export const secretsUse: Command = {
  name: 'secrets use',
  summary: 'Switch to the new value of a secret, and still accept the previous one.',
  usage: 'NAME --dir DIR',
  operands,
  options: { dir },
  notes: ['Running it a second time switches back to the previous value.'],
  examples: ['secrets use CALLBACK_SECRET --dir ~/merchant-secrets'],
  async run({ given, terminal }) {
    const secret = secretNamed(given(operands.name))
    const rewriting = { secret, directory: given(dir), step: 'use', terminal } as const
    return await rewrite(rewriting, (secrets) => used(secrets, secret))
  },
}

/** Ends the overlap of a secret: the previous value is deleted when the files are deployed. */
export const secretsRetire: Command = {
  name: 'secrets retire',
  summary: 'Delete the previous value of a secret when no request uses it any more.',
  usage: 'NAME --dir DIR',
  operands,
  options: { dir },
  notes: ['The files then contain null for it, so that wrangler secret bulk deletes it.'],
  examples: ['secrets retire CALLBACK_SECRET --dir ~/merchant-secrets'],
  async run({ given, terminal }) {
    const secret = secretNamed(given(operands.name))
    const rewriting = { secret, directory: given(dir), step: 'retire', terminal } as const
    return await rewrite(rewriting, (secrets) => ({
      ...secrets,
      [`${secret.name}_PREVIOUS`]: null,
    }))
  },
}
