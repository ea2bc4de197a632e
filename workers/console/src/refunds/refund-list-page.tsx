import type { RefundPage } from '@merchant-edge/orders/api'
import { refundStates } from '@merchant-edge/orders/states'
import { formatTime } from '@merchant-edge/pages'
import type { ConsoleContext } from '../layout/console-hono.ts'
import { listOrWrongFilter } from '../forms/query-fields.ts'
import { StoreSelect } from '../forms/store-select.tsx'
import { Pager } from '../layout/pager.tsx'
import { showPage } from '../layout/show-page.tsx'
import { sumOf } from '../layout/sum.ts'
import { orderMessages } from '../orders/messages.ts'
import { readOrderFilter } from '../orders/order-filter.ts'
import { RefundStateChip } from '../orders/states.tsx'
import { refundMessages } from './messages.ts'

function Refunds({ c, page }: { readonly c: ConsoleContext; readonly page: RefundPage }) {
  const { language } = c.var
  const names = orderMessages[language]
  if (page.refunds.length === 0) {
    return (
      <p class="soft">
        {page.cursor === undefined ? refundMessages[language].noRefunds : names.goOn}
      </p>
    )
  }
  return (
    <table class="list">
      <thead>
        <tr>
          <th scope="col">{names.order}</th>
          <th scope="col">{names.state}</th>
          <th scope="col" class="right">
            {names.amount}
          </th>
          <th scope="col">{names.reason}</th>
          <th scope="col">{names.at}</th>
        </tr>
      </thead>
      <tbody>
        {page.refunds.map((refund) => (
          <tr>
            <td data-label={names.order}>
              <a href={`/orders/${refund.orderId}?refund=${refund.id}`}>{refund.orderId}</a>
            </td>
            <td data-label={names.state}>
              <RefundStateChip state={refund.state} language={language} />
            </td>
            <td data-label={names.amount} class="right number">
              {sumOf(refund, language)}
            </td>
            <td data-label={names.reason} class={refund.reason === undefined ? 'none' : ''}>
              {refund.reason ?? '–'}
            </td>
            <td data-label={names.at} class="number">
              {formatTime(refund.createdAt, language, 'second')}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function StateFilter({ c }: { readonly c: ConsoleContext }) {
  const names = orderMessages[c.var.language]
  const chosen = c.req.query('state')
  return (
    <form method="get" action="/refunds" class="fields" autocomplete="off">
      <div class="field">
        <label for="filter-state">{names.state}</label>
        <select id="filter-state" name="state">
          <option value="">{names.any}</option>
          {Object.keys(refundStates).map((state) => (
            <option value={state} selected={chosen === state}>
              {new Map(Object.entries(names.refundStates)).get(state) ?? state}
            </option>
          ))}
        </select>
      </div>
      <div class="field">
        <label for="filter-day">{names.day}</label>
        <input id="filter-day" name="day" type="date" value={c.req.query('day') ?? ''} />
      </div>
      {c.var.operator.stores !== undefined && (
        <StoreSelect c={c} id="filter-storeCode" chosen={c.req.query('storeCode')} />
      )}
      <div class="buttons">
        <button>{names.filterButton}</button>
      </div>
    </form>
  )
}

/**
 * Shows the list of refunds, restricted to the operator's stores, or an error for an invalid filter
 * or cursor.
 */
export async function showRefundList(c: ConsoleContext): Promise<Response> {
  const messages = refundMessages[c.var.language]
  const { state: asked = '', ...query } = c.req.query()
  const { filter, problems } = readOrderFilter(query, c.var.operator)
  const { day, storeCode, storeCodes, posCode, cursor } = filter
  const state = Object.hasOwn(refundStates, asked) ? asked : undefined
  const isWrong = problems.length > 0 || (asked !== '' && state === undefined)
  const page = isWrong
    ? 'wrong_filter'
    : await listOrWrongFilter(() =>
        c.env.CONSOLE_VIEW.listRefunds({
          ...(state !== undefined && { state }),
          ...(day !== undefined && { day }),
          ...(storeCode !== undefined && { storeCode }),
          ...(storeCodes !== undefined && { storeCodes }),
          ...(posCode !== undefined && { posCode }),
          ...(cursor !== undefined && { cursor }),
        }),
      )
  return showPage(c, {
    title: messages.refunds,
    status: page === 'wrong_filter' ? 400 : 200,
    content: (
      <>
        <section class="card">
          <StateFilter c={c} />
        </section>
        <section class="card">
          {page === 'wrong_filter' ? (
            <p class="problem" role="alert">
              {messages.wrongFilter} <a href="/refunds">{messages.clear}</a>
            </p>
          ) : (
            <>
              <Refunds c={c} page={page} />
              <Pager c={c} cursor={page.cursor} />
            </>
          )}
        </section>
      </>
    ),
  })
}
