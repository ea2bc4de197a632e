import type { Command } from '../../command/command.ts'
import { accessFile, readAccess, writeAccess } from './access-file.ts'
import { accessOptions } from './access.ts'
import { askForOutcome } from './operator-api.ts'

/** `merchant-edge sign-out`: ends the sign-in, and deletes its token. */
export const signOut: Command = {
  name: 'sign-out',
  summary: 'End your sign-in as an operator, and delete its token.',
  usage: '',
  operands: {},
  options: accessOptions,
  notes: [],
  examples: ['sign-out'],
  async run(call) {
    const { given, terminal } = call
    const answer = await askForOutcome(call, { path: '/sign-out', body: {} })
    if (given(accessOptions.token) === undefined) {
      const file = await accessFile(given(accessOptions.access), terminal)
      const { token: _over, ...kept } = (await readAccess(file)) ?? {}
      await writeAccess(file, kept)
    }
    return { exitCode: 0, json: answer, text: 'Signed out.' }
  },
}
