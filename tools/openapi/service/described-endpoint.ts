import type { AnyEndpoint } from '@merchant-edge/contract'
import { endpointFiles } from './endpoint-files.ts'
import { fieldDescriptions } from '../document/field-descriptions.ts'

/** An endpoint with the descriptions of its fields, taken from its source. */
export interface DescribedEndpoint {
  readonly endpoint: AnyEndpoint
  /** The description of each field, by the name of the field. */
  readonly descriptions: ReadonlyMap<string, string>
}

/** Adds the descriptions of the fields, from the doc comments of their sources. */
export async function describeEndpoints(
  endpoints: readonly AnyEndpoint[],
): Promise<readonly DescribedEndpoint[]> {
  const files = await endpointFiles()
  return Promise.all(
    endpoints.map(async (endpoint) => ({
      endpoint,
      descriptions: await fieldDescriptions(files.get(endpoint.name) ?? ''),
    })),
  )
}
