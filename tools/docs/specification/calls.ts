import { endpoints, type AnyEndpoint } from '@merchant-edge/contract'
import { handlerFile } from '../endpoints-markdown.ts'
import type { Statement } from './statement.ts'

const all: readonly AnyEndpoint[] = Object.values(endpoints)

/** The calls of sections 4.2 to 4.11, as the contract describes them. */
export const calls: readonly Statement[] = all
  .toSorted((one, other) => Number(one.section.slice(2)) - Number(other.section.slice(2)))
  .map(({ section, name, method, path, apiCode, summary }) => ({
    number: `${section} ${name}`,
    says: `${method} \`${path}\`${apiCode === undefined ? '' : ` \`${apiCode}\``}: ${summary}`,
    where: handlerFile(name).replace('packages/', ''),
  }))
