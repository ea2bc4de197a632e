import * as v from 'valibot'
import { maxCharacters } from './max-characters.ts'

/** An absolute http or https address without credentials, at most 2,048 characters. Assumes G-175. */
export const WebAddress = v.pipe(
  v.string('must be a string'),
  maxCharacters(2048),
  v.check((value) => {
    // URL.parse would be shorter and is missing in the earlier releases of Node 20.
    if (!URL.canParse(value)) return false
    const url = new URL(value)
    if (url.protocol !== 'https:' && url.protocol !== 'http:') return false
    return url.username === '' && url.password === ''
  }, 'must be an absolute http or https address without credentials'),
)
