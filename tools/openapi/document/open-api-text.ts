import { Validator } from '@seriousme/openapi-schema-validator'
import type { OpenApiDocument } from './open-api-document.ts'

/**
 * Formats an OpenAPI document as JSON.
 *
 * @throws an Error that lists the violations of OpenAPI 3.1
 */
export async function openApiText(document: OpenApiDocument): Promise<string> {
  const text = JSON.stringify(document, undefined, 2)
  const { valid, errors } = await new Validator().validate(JSON.parse(text))
  if (valid) return `${text}\n`
  throw new Error(`${document.info.title} is not OpenAPI 3.1: ${JSON.stringify(errors)}`)
}
