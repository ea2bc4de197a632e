import type { Command } from './command/command.ts'
import { usageLine } from './command/help-text.ts'
import type { Option } from './command/option.ts'
import { sharedOptions } from './command/read-arguments.ts'
import { commandGroups, loadCommands } from './commands.ts'
import { goLiveList } from './doctor/go-live.ts'

// Columns are aligned as the formatter of the repository leaves them.
function markdownTable(rows: readonly (readonly string[])[]): string {
  const cells = rows.map((row) => row.map((cell) => cell.replaceAll('|', String.raw`\|`)))
  const [head = [], ...body] = cells
  const widths = head.map((_, column) =>
    Math.max(3, ...cells.map((row) => row[column]?.length ?? 0)),
  )
  const line = (row: readonly string[]): string =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...body.map(line)].join('\n')
}

function optionRow([name, option]: readonly [string, Option<unknown>]): readonly string[] {
  const meaning = [
    option.summary,
    option.kind === 'list' ? 'Repeatable.' : '',
    option.environment === undefined ? '' : `Or \`${option.environment}\`.`,
  ].filter((note) => note !== '')
  return [`\`${name}\``, option.required ? 'yes' : '', meaning.join(' ')]
}

function section(command: Command): string {
  const rows = [
    ...Object.values(command.operands).map((option) => [option.placeholder, option] as const),
    ...Object.entries({ ...command.options, ...sharedOptions }).map(
      ([name, option]) => [`--${name} ${option.placeholder}`.trimEnd(), option] as const,
    ),
  ]
  return [
    `## ${command.name}`,
    command.summary,
    `\`\`\`\n${usageLine(command)}\n\`\`\``,
    markdownTable([['Argument', 'Required', 'Meaning'], ...rows.map(optionRow)]),
    ...command.notes,
    `\`\`\`sh\n${command.examples.map((line) => `merchant-edge ${line}`).join('\n')}\n\`\`\``,
  ].join('\n\n')
}

/** The commands by subject in Markdown, a table for each, without a line break at the end. */
export async function commandTablesMarkdown(): Promise<string> {
  const tables = commandGroups.map(async ({ title, commands }) => {
    const loaded = await Promise.all(commands.map((entry) => entry.load()))
    const rows = loaded.map(({ name, summary }) => [`\`${name}\``, summary])
    return markdownTable([[title, 'What it does'], ...rows])
  })
  return (await Promise.all(tables)).join('\n\n')
}

/** The reference of all commands in Markdown, derived from the command objects. */
export async function commandsMarkdown(): Promise<string> {
  const commands = await loadCommands()
  return `${[
    '# Commands of merchant-edge',
    'Generated from the commands themselves by `npm run docs`.',
    await commandTablesMarkdown(),
    'Exit codes: 0 done; 1 a check failed or the service refused; 2 the arguments cannot be used; 3 differences\n' +
      'were found, and `--fail-on-difference` was given. With `--json` standard output holds exactly one JSON object, also\n' +
      'for failures: `{"error": {"reason", "message", "remedy"}}`. Notes and warnings go to standard error. A table that is\n' +
      'wider than the terminal is folded into records; in a pipe the variable `COLUMNS` gives the width.',
    ...commands.map(section),
  ].join('\n\n')}\n`
}

/** The go-live list in Markdown, each line with its check of `doctor`. */
export function goLiveMarkdown(): string {
  const rows = goLiveList.map(({ what, check }, index) => [
    String(index + 1),
    what,
    check === undefined ? 'a person' : `\`${check}\``,
  ])
  return `${[
    '# Go live',
    'Generated from `packages/cli/src/doctor/go-live.ts` by `npm run docs`.',
    'Every line must be true before a deployment takes real money. `merchant-edge doctor` checks the lines that name a check,\n' +
      'on the deployment itself. A person confirms the others, with name and date. The command prints what is left; it exits\n' +
      'with 1 when a check fails, otherwise with 0, and writes one JSON object with `--json`:',
    '```sh\nmerchant-edge doctor --url https://SERVICE --key private.pem --public-key public.pem --key-code CODE \\\n' +
      '  --checkout https://CHECKOUT --ipn https://IPN --desk https://DESK --environment production\n```',
    'If there is a till, add `--till https://TILL`.',
    markdownTable([['No.', 'Requirement', 'Checked by'], ...rows]),
    'Run the same list in `uat` too, with `--environment uat`: what fails there fails in production.\n' +
      '[Deploy to Cloudflare](deploy.md) says how to set each of these things, and [operations](../operations.md) what to do\n' +
      'when one of them fails later.',
  ].join('\n\n')}\n`
}
