import * as v from 'valibot'

/** An absolute http or https address without credentials, at most 2,048 characters. */
export const WebAddress = v.pipe(
  v.string('must be a string'),
  v.maxLength(2048, 'must have at most 2048 characters'),
  v.check((value) => {
    const url = URL.parse(value)
    if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) return false
    return url.username === '' && url.password === ''
  }, 'must be an absolute http or https address without credentials'),
)
