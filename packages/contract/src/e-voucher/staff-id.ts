import * as v from 'valibot'
import { OpenId } from '../fields/ids.ts'

/**
 * The merchant's id of a staff member, sent unchanged: verify types it as text, mark-used as a
 * whole number. Assumes G-135.
 */
export const StaffId = v.union(
  [OpenId, v.pipe(v.number(), v.safeInteger())],
  'must be text of 1 to 255 characters, or a whole number',
)
