import { inspectKey } from '@merchant-edge/signing'
import { stat } from 'node:fs/promises'
import type { Command } from '../command/command.ts'
import { operand } from '../command/option.ts'
import { keyFailure, readKeyMaterial } from './read-key.ts'

const operands = {
  file: operand({ placeholder: 'FILE', summary: 'File with a key; - is standard input.' }),
}

async function isReadableByOthers(path: string): Promise<boolean> {
  if (path === '-' || process.platform === 'win32') return false
  const { mode } = await stat(path)
  return (mode & 0o077) !== 0
}

function weaknessOf(modulusBits: number, exponent: number): string | undefined {
  if (modulusBits < 2048) return `${modulusBits} bits are too few: the service takes 2048.`
  if (exponent !== 65_537) return `The exponent is ${exponent}; only 65537 is taken.`
  return undefined
}

/** Describes a key without showing it. */
export const keysInspect: Command = {
  name: 'keys inspect',
  summary: 'Show what kind of key a file holds, or why it is not usable.',
  usage: 'FILE',
  operands,
  options: {},
  notes: [
    'The fingerprint is the SHA-256 of the public key (SPKI, DER) and is equal for both halves of a pair.\n' +
      'Exit code 1 when the file holds no RSA key, or one that is too weak to sign with.',
  ],
  examples: ['keys inspect private.pem', 'keys inspect public.pem --json'],
  async run({ given, terminal }) {
    const path = given(operands.file)
    const material = await readKeyMaterial(path, terminal)
    const key = await inspectKey(material).catch((error: unknown) => {
      throw keyFailure(error, path, 1)
    })
    const { kind, format, modulusBits, exponent, fingerprint } = key
    if (kind === 'private key' && (await isReadableByOthers(path))) {
      terminal.note(`Warning: other users of this machine may read ${path}; run chmod 600 on it.`)
    }
    const weakness = weaknessOf(modulusBits, exponent)
    return {
      exitCode: weakness === undefined ? 0 : 1,
      json: {
        kind,
        format,
        bits: modulusBits,
        exponent: Number.isFinite(exponent) ? exponent : null,
        fingerprint,
        usable: weakness === undefined,
        ...(weakness !== undefined && { weakness }),
      },
      text: [
        `kind         ${kind}`,
        `format       ${format}`,
        `bits         ${modulusBits}`,
        `exponent     ${exponent}`,
        `fingerprint  ${fingerprint}`,
        ...(weakness === undefined ? [] : [terminal.paint('red', `too weak     ${weakness}`)]),
      ].join('\n'),
    }
  },
}
