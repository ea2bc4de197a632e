import * as v from 'valibot'

/** A text of an answer, with what it is. */
export function describedText(description: string): v.GenericSchema<string> {
  return v.pipe(v.string(), v.description(description))
}

/** Name of a refusal of the service. */
export const reason = describedText('Stable name of the refusal, as in the merchant API.')
/** Remedy of a refusal of the service. */
export const remedy = describedText('What to do, as in `error.remedy`.')
/** Code of a refusal of the service. */
export const code = v.pipe(
  v.number(),
  v.description('Code of the refusal, as in the merchant API.'),
)
