import type { AnyEndpoint } from '@merchant-edge/contract'
import { endpointFiles } from './endpoint-files.ts'
import { fieldDescriptions } from './field-descriptions.ts'

/** An endpoint with what its source says about its fields. */
export interface DescribedEndpoint {
  readonly endpoint: AnyEndpoint
  /** What to say about each field, by its name. */
  readonly descriptions: ReadonlyMap<string, string>
}

/** Adds to endpoints what their sources say about their fields. */
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
