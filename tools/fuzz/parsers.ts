import { withChanceOf } from './chance-of-seed.ts'
import type { FuzzedParser } from './fuzzed-parser.ts'
import { keysOfSeed } from './key-of-seed.ts'
import { callbackAddress } from './parsers/callback-parsers.ts'
import { checksumDetector, csvRows, fileName } from './parsers/file-parsers.ts'
import { jsonAnswers } from './parsers/json-answers.ts'
import { base64Url, der, jwk, keyText } from './parsers/key-parsers.ts'
import { reconcilePairs } from './parsers/reconcile-pairs.ts'
import { cookies, signOnAddress, tokens, webhookHeaders } from './parsers/web-parsers.ts'

/** All parsers of outside data that are fuzzed, with the keys of the seed. */
export async function fuzzedParsers(seed: number): Promise<readonly FuzzedParser[]> {
  const keys = keysOfSeed(seed)
  return withChanceOf(seed, 'parsers', async () => [
    await callbackAddress(keys),
    csvRows(),
    checksumDetector(),
    fileName(),
    keyText(keys),
    der(keys),
    jwk(keys),
    base64Url(),
    tokens(keys),
    await cookies(keys),
    signOnAddress(keys),
    await webhookHeaders(),
    await jsonAnswers(keys),
    reconcilePairs(),
  ])
}
