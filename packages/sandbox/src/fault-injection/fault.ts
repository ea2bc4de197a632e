/** How an answer is corrupted after the request has taken effect. */
export type Spoil = 'timeout-after' | 'truncate' | 'html' | 'empty' | 'reset' | 'slow'

/**
 * Answer to a request that only reserves its id: an HTML page, an empty answer, no answer, or a
 * code.
 */
export type TakenAnswer = 'html' | 'empty' | 'hang' | number

/** Effect of an injected fault on one request. */
export type FaultAction =
  /** Refuses with a code, before or after the request takes effect. */
  | { readonly kind: 'refuse'; readonly code: number; readonly isAfter: boolean }
  /**
   * Accepts with one of the other success codes of the endpoint. With `isForGood` the second half
   * never follows automatically.
   */
  | { readonly kind: 'accept'; readonly code: number; readonly isForGood: boolean }
  /**
   * Reserves the id of the request and does nothing else, so that a repeat is refused as "exists
   * already".
   */
  | { readonly kind: 'take-id'; readonly answer: TakenAnswer }
  /** Holds the connection without an answer; the request takes no effect. */
  | { readonly kind: 'hang' }
  /** Lets the request take effect, and corrupts the answer. */
  | { readonly kind: 'spoil'; readonly how: Spoil; readonly seconds: number }

/** A fault to inject into one request, with the text that requested it. */
export interface InjectedFault {
  readonly action: FaultAction
  /** The text without `sandbox:`. */
  readonly text: string
  /** Whether the fault takes effect only the first time for the same business id. */
  readonly isOnce: boolean
}

const takenAnswers = ['html', 'empty', 'hang'] as const
const spoils: readonly Spoil[] = ['timeout-after', 'truncate', 'html', 'empty', 'reset']

function readAction(name: string): FaultAction | undefined {
  if (name === 'hang') return { kind: 'hang' }
  const how = spoils.find((spoil) => spoil === name)
  if (how !== undefined) return { kind: 'spoil', how, seconds: 0 }
  const slow = /^slow-(\d{1,3})$/.exec(name)
  if (slow !== null) return { kind: 'spoil', how: 'slow', seconds: Number(slow[1]) }
  const taken = /^taken-(?:(html|empty|hang)|([45]\d{2,6}))$/.exec(name)
  if (taken !== null) {
    const answer = takenAnswers.find((one) => one === taken[1])
    return { kind: 'take-id', answer: answer ?? Number(taken[2]) }
  }
  const accept = /^(2\d{2,6})(-for-good)?$/.exec(name)
  if (accept !== null) {
    return { kind: 'accept', code: Number(accept[1]), isForGood: accept[2] !== undefined }
  }
  const refuse = /^([2-5]\d{2,6})(-after)?$/.exec(name)
  if (refuse === null) return undefined
  return { kind: 'refuse', code: Number(refuse[1]), isAfter: refuse[2] !== undefined }
}

/**
 * Parses the text of a fault: a code such as `4000001`, `5000800-after`, `2000801`, or one of
 * `hang`, `timeout-after`, `truncate`, `html`, `empty`, `reset`, `slow-<seconds>`;
 * `2000801-for-good` and similar, where the second half never follows; `taken-html`, `taken-empty`,
 * `taken-hang`, `taken-5000800`, which reserve the id and refund nothing. Each may end in `-once`.
 *
 * @returns `undefined` when the text is not a known fault
 */
export function readFault(text: string): InjectedFault | undefined {
  const isOnce = text.endsWith('-once')
  const action = readAction(isOnce ? text.slice(0, -'-once'.length) : text)
  return action && { action, text, isOnce }
}

/**
 * The magic value at the start of a field: `sandbox:` and a fault, up to the first space.
 *
 * @returns the text after `sandbox:`, or `undefined` when the field holds none
 */
export function magicValue(field: unknown): string | undefined {
  return typeof field === 'string' ? /^sandbox:(\S+)/.exec(field)?.[1] : undefined
}
