import { endpoints } from '@merchant-edge/contract'
import type { AnyEndpoint } from '@merchant-edge/contract'
import { describe, expect, it } from 'vitest'
import { readAnswer } from '../../packages/client/src/answer/read-answer.ts'
import type { PreparedRequest } from '../../packages/client/src/request/prepare-request.ts'
import {
  unansweredError,
  type EndedBy,
} from '../../packages/client/src/sending/unanswered-error.ts'
import type { AttemptResult } from '../../packages/client/src/sending/send-attempt.ts'
import { vietnameseSentence } from '../../workers/console/src/layout/facts/fact-sentences.ts'
import { foreignProblem } from '../../workers/orders/src/foreign-problem.ts'
import { pausedMessage } from '../../workers/orders/src/service/paused-port.ts'

// Goal: no message of the API client, and none that the orders Worker makes itself, stays English on
// a Vietnamese page of the desk. Method: the messages that the code makes, for every call.

const english = /(?<!\p{L})(?:the|is|was|and|with|to|of|not|it|no|be|ask|again|sent)(?!\p{L})/iu

const prepared: PreparedRequest = {
  url: 'https://service.example/',
  path: '/',
  query: '',
  body: '',
  headers: {},
  fields: {},
  bodySignedText: undefined,
  repeatable: true,
}

const whats = [
  'a redirect, which is not followed',
  'too many bytes',
  '19 bytes without an envelope',
  'meta.code 200',
]
const results: readonly Exclude<AttemptResult, { readonly kind: 'answered' }>[] = [
  { kind: 'not-sent', cause: undefined },
  { kind: 'not-connected', cause: undefined },
  { kind: 'no-response', cause: undefined, status: undefined },
  ...whats.map((what) => {
    const said = `HTTP 502, text/html; charset=utf-8, ${what}`
    return { kind: 'invalid-response', status: 502, what: said } as const
  }),
]
const endings: readonly EndedBy[] = ['connection', 'timeout', 'aborted']

function unanswered(endpoint: AnyEndpoint): string[] {
  return results.flatMap((result) =>
    endings.flatMap((endedBy) =>
      [true, false].flatMap((repeatable) =>
        [true, false].map(
          (unknownBefore) =>
            unansweredError({
              endpoint,
              prepared: { ...prepared, repeatable },
              attempts: 1,
              unknownBefore,
              unclearStatus: undefined,
              result,
              endedBy,
            }).message,
        ),
      ),
    ),
  )
}

/** What is said when a success has other data than specified; a call may take any data. */
function misunderstood(endpoint: AnyEndpoint): string[] {
  const code = Number(Object.keys(endpoint.success)[0])
  try {
    readAnswer(endpoint, {
      envelope: { code, message: 'Success', requestId: undefined, data: 7 },
      attempts: 1,
      repeatedAfterUnknown: false,
    })
    return []
  } catch (error) {
    return [error instanceof Error ? error.message : '']
  }
}

function toldOf(message: string): string {
  return (
    vietnameseSentence(message, 'payment')?.replaceAll(/\w+(?:_\w+)+|[a-z]+[A-Z]\w+/g, '') ??
    message
  )
}

const registry: readonly AnyEndpoint[] = Object.values(endpoints)

describe('every message of the client has a Vietnamese text', () => {
  it.each(registry.map((endpoint) => [endpoint.name, endpoint] as const))(
    '%s',
    (name, endpoint) => {
      const messages = new Set([...unanswered(endpoint), ...misunderstood(endpoint)])
      const left = [...messages].filter((message) => english.test(toldOf(message)))

      expect(messages.size).toBeGreaterThan(8)
      expect(left).toEqual([])
      for (const message of messages) expect(vietnameseSentence(message, 'payment')).toContain(name)
    },
  )

  it('about an unusable key', () => {
    const message =
      'queryOrder was not sent. The key cannot be used: this is a public key. Give the private key.'

    expect(toldOf(message)).not.toMatch(english)
    expect(vietnameseSentence(message, 'payment')).toContain('merchant-edge doctor')
  })
})

describe('every message of the orders Worker has a Vietnamese text', () => {
  it('about paused calls', () => {
    expect(vietnameseSentence(pausedMessage, 'refund_not_sent')).toContain('MONEY_PAUSED')
    expect(toldOf(pausedMessage)).not.toMatch(english)
  })

  it.each([
    { what: 'unreadable' },
    { what: 'unmarked' },
    { what: 'environment', bound: 'production', asked: 'uat' },
    { what: 'service', bound: 'https://a.example', asked: 'https://b.example' },
  ] as const)('about a bucket of another deployment: $what', (foreign) => {
    const { name, problem, remedy } = foreignProblem(foreign)
    const message = `${name} ${problem}. ${name} ${problem}.`

    expect(toldOf(message)).not.toMatch(english)
    expect(toldOf(remedy ?? '')).not.toMatch(english)
    expect(vietnameseSentence(message, 'files_of_another')).toContain('FILES')
  })
})
