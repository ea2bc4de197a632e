import * as v from 'valibot'
import { OpenObject } from './open-object.ts'

/**
 * Extra information of an order, sent unchanged: the specification types it as text in one place
 * and as an object in another. Assumes G-16.
 *
 * @see Specification 2.5
 */
export const ExtraData = v.union([v.string(), OpenObject], 'must be text or an object')
