import { WalletError, type AnyAnswer } from '@merchant-edge/client'
import type { AnyEndpoint } from '@merchant-edge/contract'
import { vietnameseOf } from '@merchant-edge/contract/vi'
import { CommandFailure, type FailureFields, usageFailure } from '../command/command-failure.ts'
import type { Outcome } from '../command/command.ts'
import { printable, printableJson } from '../command/printable.ts'
import type { Terminal } from '../command/terminal.ts'
import { networkFailure } from '../network/network-failure.ts'

/** How to find out what became of a call whose outcome is unknown. */
function howToSettle({ settledBy }: AnyEndpoint): string {
  return settledBy ?? 'Ask the service before anything new is sent.'
}

/** Converts an error of the client into a failure with a remedy. */
export function withoutAnswer(error: unknown, endpoint: AnyEndpoint): unknown {
  if (error instanceof TypeError) return usageFailure(`${error.message}.`, 'Correct what it names.')
  if (!(error instanceof WalletError)) return error
  const why = error.cause instanceof Error ? ` (${networkFailure(error.cause)})` : ''
  return new CommandFailure({
    reason: error.code,
    message: `${error.message}${why}`,
    remedy:
      error.sent === 'maybe' && endpoint.effect === 'write'
        ? `Treat the outcome as unknown. ${howToSettle(endpoint)}`
        : 'Check the address and the network: merchant-edge doctor.',
    facts: { sent: error.sent, attempts: error.attempts },
  })
}

/** What to say of a call that a person has interrupted; `undefined` when it has ended by itself. */
export function interruptedCall(
  error: unknown,
  endpoint: AnyEndpoint,
): Omit<FailureFields, 'reason'> | undefined {
  if (!(error instanceof WalletError) || error.code !== 'ERR_ABORTED') return undefined
  const { sent, attempts } = error
  const facts = { sent, attempts }
  if (sent === 'no' || endpoint.effect !== 'write') {
    const message = `${endpoint.name} was interrupted. It took no effect.`
    return { message, remedy: 'Run the command again.', facts }
  }
  return {
    message: `${endpoint.name} was interrupted before its answer came, and may have taken effect.`,
    remedy: `Treat the outcome as unknown. ${howToSettle(endpoint)}`,
    facts,
  }
}

/** Translates cause and remedy of a refusal; other answers have none. */
export function inLanguage(
  answer: AnyAnswer,
  endpoint: AnyEndpoint,
  language: 'en' | 'vi',
): AnyAnswer {
  if (answer.outcome !== 'refused' || language === 'en') return answer
  return { ...answer, ...vietnameseOf(endpoint, answer.code) }
}

/** What a person must know who would send something else after an answer that is no success. */
function uncertainty(answer: AnyAnswer, endpoint: AnyEndpoint): string[] {
  if (endpoint.effect !== 'write' || answer.outcome === 'accepted') return []
  const settle = howToSettle(endpoint)
  if (answer.repeatedAfterUnknown) {
    return [`  An earlier request of this call got no answer and may have taken effect. ${settle}`]
  }
  const isUncertain = answer.outcome === 'unlisted' || answer.applied === 'maybe'
  return isUncertain ? [`  The request may have taken effect. ${settle}`] : []
}

/** The outcome of a call: data of an accepted answer, or code, cause and remedy of a refusal. */
export function answerOutcome(
  answer: AnyAnswer,
  endpoint: AnyEndpoint,
  terminal: Terminal,
): Outcome {
  const json = { ...answer }
  const said = answer.message === '' ? '' : ` (${printable(answer.message)})`
  if (answer.outcome === 'refused') {
    return {
      exitCode: 1,
      json,
      text: [
        terminal.paint('red', `Refused: ${answer.code} ${answer.reason}${said}`),
        `  cause   ${answer.cause}`,
        `  remedy  ${answer.remedy}`,
        `  retry   ${answer.retry}`,
        ...uncertainty(answer, endpoint),
      ].join('\n'),
    }
  }
  const data = answer.data === undefined ? [] : [printableJson(answer.data)]
  if (answer.outcome === 'accepted') {
    const title = terminal.paint('green', `Accepted: ${answer.code}${said}`)
    return { exitCode: 0, json, text: [title, ...data].join('\n') }
  }
  const title = `The service answered ${answer.code}${said}, which the specification does not list.`
  const lines = [terminal.paint('red', title), ...data, ...uncertainty(answer, endpoint)]
  return { exitCode: 1, json, text: lines.join('\n') }
}
