import * as v from 'valibot'
import { maxCharacters } from './max-characters.ts'

/**
 * Kind of service of an order. Section 4.3 alone says "only PURCHASE"; 4.2 gives it as the default.
 * Assumes G-150.
 */
export const ServiceType = v.pipe(
  v.string('must be a string'),
  v.minLength(1, 'must not be empty'),
  maxCharacters(64),
)
