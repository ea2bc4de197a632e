import type { ConsoleContext } from '../layout/console-hono.ts'
import { layoutMessages } from '../layout/messages.ts'

/** The choice of an operator who sees some stores: all of them, or one. */
export function StoreSelect({
  c,
  id,
  chosen,
}: {
  readonly c: ConsoleContext
  readonly id: string
  /** Code of the store that was asked for. */
  readonly chosen: string | undefined
}) {
  const { store, allMyStores } = layoutMessages[c.var.language].form
  return (
    <div class="field">
      <label for={id}>{store}</label>
      <select id={id} name="storeCode">
        <option value="">{allMyStores}</option>
        {(c.var.operator.stores ?? []).map((code) => (
          <option value={code} selected={code === chosen}>
            {code}
          </option>
        ))}
      </select>
    </div>
  )
}
