import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import { CommandFailure, usageFailure } from '../command/command-failure.ts'
import type { CommandCall } from '../command/command.ts'
import { text } from '../command/option.ts'
import { fileErrorCode } from '../input/read-file.ts'
import { checkBaseUrl } from '../network/base-url.ts'

/** Options with which every command of an operator is told where it works, and as whom. */
export const accessOptions = {
  url: text({
    placeholder: 'URL',
    summary: 'Address of your checkout Worker.',
    environment: 'MERCHANT_EDGE_URL',
  }),
  token: text({
    placeholder: 'TOKEN',
    summary: 'Your token as an operator; in the environment other users do not see it.',
    environment: 'MERCHANT_EDGE_TOKEN',
  }),
  access: text({
    placeholder: 'FILE',
    summary:
      'JSON file with url and token, such as npm start writes to .merchant-edge/operator.json.',
    environment: 'MERCHANT_EDGE_ACCESS',
  }),
}

/** What `npm start` writes into its state folder. */
const usualFile = join('.merchant-edge', 'operator.json')

const shape = v.object({ url: v.string(), token: v.string() })

/** Where an operator works, and with which token. */
export interface Access {
  /** Scheme and host of the checkout Worker. */
  readonly origin: string
  readonly token: string
}

async function fromFile(file: string, isOptional: boolean): Promise<v.InferOutput<typeof shape>> {
  let content: string
  try {
    content = await readFile(file, 'utf8')
  } catch (error) {
    if (isOptional && fileErrorCode(error) === 'ENOENT') {
      throw usageFailure(
        '--url URL and --token TOKEN are missing.',
        'Add them, or set MERCHANT_EDGE_URL and MERCHANT_EDGE_TOKEN; under npm start work in its folder, or give --access FILE.',
      )
    }
    throw usageFailure(
      `${file} cannot be read: ${fileErrorCode(error) ?? 'unknown'}.`,
      'Check --access.',
    )
  }
  try {
    return v.parse(shape, JSON.parse(content))
  } catch {
    // What is in the file may be a token, and is not shown.
    throw usageFailure(
      `${file} is no JSON with url and token.`,
      'Start the house again, or check --access.',
    )
  }
}

/**
 * Finds out where an operator works: from `--url` and `--token`, from their variables, or from a file.
 *
 * @throws CommandFailure with exit code 2 when one of them is missing or malformed
 */
export async function accessOf({ given }: Pick<CommandCall, 'given'>): Promise<Access> {
  const file = given(accessOptions.access)
  let url = given(accessOptions.url)
  let token = given(accessOptions.token)
  if (url === undefined && token === undefined) {
    ;({ url, token } = await fromFile(file ?? usualFile, file === undefined))
  }
  if (url === undefined || token === undefined) {
    const missing = url === undefined ? '--url URL' : '--token TOKEN'
    throw usageFailure(`${missing} is missing.`, 'Give --url and --token both, or neither.')
  }
  // A header takes one line of ASCII; the runtime's own message about anything else would quote the token.
  if (!/^[\x21-\x7E]+$/.test(token)) {
    throw usageFailure(
      '--token is no token.',
      'Write the token as merchant-edge operators add printed it.',
    )
  }
  return { origin: checkBaseUrl('url', url).origin, token }
}

/** A failure that says what the checkout Worker has answered. */
export function answerFailure(status: number, said: string): CommandFailure {
  const parsed = v.safeParse(v.object({ error: refusal }), parseJson(said))
  if (parsed.success) return new CommandFailure(parsed.output.error, status === 400 ? 2 : 1)
  return new CommandFailure({
    reason: 'unexpected_answer',
    message: `The address answered HTTP ${status}, and not as a checkout Worker does.`,
    remedy: 'Check --url: it is the address of the checkout Worker.',
  })
}

const refusal = v.object({ reason: v.string(), message: v.string(), remedy: v.string() })

function parseJson(said: string): unknown {
  try {
    return JSON.parse(said)
  } catch {
    return undefined
  }
}
