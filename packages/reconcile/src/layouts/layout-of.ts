import type { InputLayout, Side } from './layout.ts'
import { partnerLayout } from './partner-layout.ts'
import { serviceLayout } from './service-layout.ts'

/** The layout of the file that one side writes. */
export function layoutOf(side: Side): InputLayout {
  return side === 'partner' ? partnerLayout : serviceLayout
}
