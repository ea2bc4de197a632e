import * as v from 'valibot'

/** Id of a link, as the service has given it. It is sent in bodies only, so any text can be sent back. */
export const ServiceLinkId = v.pipe(
  v.string('must be a string'),
  v.minLength(1, 'must not be empty'),
)
