import { bodyDeviations } from './body-deviations.ts'
import type { CandidateText } from './explain-text.ts'
import { joinDeviations } from './join-deviations.ts'
import { partDeviations, type RequestSurroundings } from './part-deviations.ts'
import { joinParts, type Deviation, type SignedParts } from './signed-parts.ts'

/** Bodies above this length are only compared with likely single deviations, to save time. */
const maxCombinedBodyChars = 16_384
/** Number of join deviations, from the start of the list, that are likely. */
const likelyJoins = 11

function candidateOf(parts: SignedParts, deviations: readonly Deviation[]): CandidateText {
  const changed = deviations.reduce((all, { change }) => change?.(all) ?? all, parts)
  const join = deviations.find((deviation) => deviation.join !== undefined)?.join ?? joinParts
  return {
    text: join(changed),
    says: deviations.map(({ says }) => says).join(', and '),
    remedy: [...new Set(deviations.map(({ remedy }) => remedy))].join(' '),
  }
}

function pairs(deviations: readonly Deviation[]): readonly (readonly Deviation[])[] {
  return deviations.flatMap((first, index) =>
    deviations
      .slice(index + 1)
      .filter((second) => second.part !== first.part)
      .map((second) => [first, second]),
  )
}

function withoutRepeats(
  candidates: readonly CandidateText[],
  expectedText: string,
): CandidateText[] {
  const byText = new Map(candidates.toReversed().map((candidate) => [candidate.text, candidate]))
  byText.delete(expectedText)
  return candidates.filter((candidate) => byText.get(candidate.text) === candidate)
}

/**
 * The texts that callers have been seen to sign instead of the right one, the likely ones first.
 */
export async function candidateTexts(
  input: SignedParts & Partial<RequestSurroundings>,
  expectedText: string,
): Promise<CandidateText[]> {
  const { path, method, nonce, timestamp, keyCode, body, origin = '', query = '' } = input
  const parts = { path, method, nonce, timestamp, keyCode, body }
  const single = [...(await bodyDeviations(body)), ...partDeviations(parts, { origin, query })]
  const isLong = body.length > maxCombinedBodyChars
  const joined = isLong ? joinDeviations.slice(0, likelyJoins) : joinDeviations
  const combined = isLong ? [] : pairs([...single, ...joinDeviations.slice(0, likelyJoins)])
  const deviations = [...[...single, ...joined].map((one) => [one]), ...combined]
  return withoutRepeats(
    deviations.map((some) => candidateOf(parts, some)),
    expectedText,
  )
}
