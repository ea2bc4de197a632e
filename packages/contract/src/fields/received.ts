import * as v from 'valibot'

/** A text of an answer that may be missing. Assumes G-18. */
export const ReceivedText = v.optional(v.nullable(v.string()))

/** An answer without data; any received `data` is ignored. */
export const NoData = v.pipe(
  v.unknown(),
  v.transform(() => undefined),
)
