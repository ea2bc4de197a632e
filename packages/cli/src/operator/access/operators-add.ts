import { createHash, randomBytes } from 'node:crypto'
import { usageFailure } from '../../command/command-failure.ts'
import type { Command } from '../../command/command.ts'
import { flag, oneOf, requiredText } from '../../command/option.ts'

const options = {
  name: requiredText({
    placeholder: 'NAME',
    summary: 'Name of the operator; the journal records it with every action.',
  }),
  role: oneOf({
    placeholder: 'ROLE',
    summary: 'view: may read; money: may read and act, for programs only. view if left out.',
    choices: ['view', 'money'],
  }),
  program: flag('The token is for a program, not for a person.'),
}

const nameShape = /^[A-Za-z0-9][A-Za-z0-9._@-]{0,63}$/
const tokenBytes = 32

/**
 * Creates a permanent token, which is a single factor. It is stored nowhere; a lost token must be
 * replaced.
 */
export const operatorsAdd: Command = {
  name: 'operators add',
  summary: 'Make a token for an operator, and the entry for the secret OPERATORS.',
  usage: '--name NAME [--role view|money] [--program]',
  operands: {},
  options,
  notes: [
    'The token is printed once and stored nowhere; the checkout Worker has only its SHA-256. Add the entry to the\n' +
      'JSON list in the secret OPERATORS of the checkout Worker: wrangler secret put OPERATORS. To revoke the\n' +
      'access, set the list again without the entry.',
    'The token is only one factor: with it a person may read, and must use sign-in to act. Only a program gets the role\n' +
      'money, and its entry says so.',
  ],
  examples: [
    'operators add --name night-job --role money --program',
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
    const isProgram = given(options.program)
    if (role === 'money' && !isProgram) {
      throw usageFailure(
        'A token that stays is one factor, and gives the role money to no person.',
        'People sign in with merchant-edge sign-in; list them in CONSOLE_OPERATORS. For a program add --program.',
      )
    }
    const token = `meo_${randomBytes(tokenBytes).toString('base64url')}`
    const token_sha256 = createHash('sha256').update(token).digest('hex')
    const entry = { name, role, ...(isProgram && { holder: 'program' }), token_sha256 }
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
