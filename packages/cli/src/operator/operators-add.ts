import { createHash, randomBytes } from 'node:crypto'
import { usageFailure } from '../command/command-failure.ts'
import type { Command } from '../command/command.ts'
import { oneOf, requiredText } from '../command/option.ts'

const options = {
  name: requiredText({
    placeholder: 'NAME',
    summary: 'Name of the operator; it stands in the journal beside what they do.',
  }),
  role: oneOf({
    placeholder: 'ROLE',
    summary: 'view: may look; money: may look and act. view if left out.',
    choices: ['view', 'money'],
  }),
}

const nameShape = /^[A-Za-z0-9][A-Za-z0-9._@-]{0,63}$/
const tokenBytes = 32

/** Makes a token for an operator. It is kept nowhere: who loses it gets a new one. */
export const operatorsAdd: Command = {
  name: 'operators add',
  summary: 'Make a token for an operator, and the entry for the secret OPERATORS.',
  usage: '--name NAME [--role view|money]',
  operands: {},
  options,
  notes: [
    'The token is shown once and kept nowhere; the checkout Worker knows its SHA-256 only. Put the entry into the\n' +
      'JSON list that is the secret OPERATORS of the checkout Worker: wrangler secret put OPERATORS. To take the\n' +
      'access away, set the list again without the entry.',
  ],
  examples: [
    'operators add --name an --role money',
    'operators add --name binh --role view --json',
  ],
  async run({ given }) {
    const name = given(options.name)
    if (!nameShape.test(name)) {
      throw usageFailure(
        '--name is not the name of an operator.',
        'Write 1 to 64 characters of A-Z a-z 0-9 . _ @ -, the first a letter or a digit.',
      )
    }
    const role = given(options.role)
    const token = `meo_${randomBytes(tokenBytes).toString('base64url')}`
    const token_sha256 = createHash('sha256').update(token).digest('hex')
    const entry = { name, role, token_sha256 }
    return {
      exitCode: 0,
      json: { token, entry },
      text: [
        `Token of ${name} (${role}), shown this once; hand it over like a password:`,
        `  ${token}`,
        'Entry for the list OPERATORS of the checkout Worker:',
        `  ${JSON.stringify(entry)}`,
      ].join('\n'),
    }
  },
}
