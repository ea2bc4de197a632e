import * as v from 'valibot'

const rule = 'must be 1 to 64 characters of A-Z a-z 0-9 _ -'

/** The shop's own id of a customer. */
export const customerId = v.pipe(v.string('must be text'), v.regex(/^[A-Za-z0-9_-]{1,64}$/, rule))
