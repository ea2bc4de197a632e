import type { OrderCount, OrderFilter } from '@merchant-edge/orders/api'
import { orderStates } from '@merchant-edge/orders/states'
import { formatNumber } from '@merchant-edge/pages'
import { Hono } from 'hono'
import { listOrWrongFilter, queryFields } from '../forms/query-fields.ts'
import { StoreSelect } from '../forms/store-select.tsx'
import type { ConsoleContext, ConsoleHono } from '../layout/console-hono.ts'
import type { Section } from '../layout/section.ts'
import { showPage } from '../layout/show-page.tsx'
import { seesStore, visibleStores } from '../operator.ts'
import { orderMessages } from '../orders/messages.ts'
import { exportMessages } from './messages.ts'

/** The filter of the address; `undefined` when it names a store that the operator may not see. */
function filterOf(c: ConsoleContext): OrderFilter | undefined {
  const { operator } = c.var
  const filter = queryFields(c, ['state', 'day', 'storeCode', 'customerId'])
  const { storeCode } = filter
  if (storeCode !== undefined && !seesStore(operator, storeCode)) return undefined
  return { ...filter, ...visibleStores(operator) }
}

function Fields({ c }: { readonly c: ConsoleContext }) {
  const { language, operator } = c.var
  const messages = exportMessages[language]
  const query = new Map(Object.entries(c.req.query()))
  return (
    <div class="fields">
      <div class="field">
        <label for="state">{messages.state}</label>
        <select id="state" name="state">
          <option value="">{messages.any}</option>
          {Object.keys(orderStates).map((state) => (
            <option value={state} selected={query.get('state') === state}>
              {new Map(Object.entries(orderMessages[language].states)).get(state)}
            </option>
          ))}
        </select>
      </div>
      <div class="field">
        <label for="day">{messages.day}</label>
        <input id="day" name="day" type="date" value={query.get('day') ?? ''} />
      </div>
      {operator.stores === undefined ? (
        <div class="field">
          <label for="storeCode">{messages.store}</label>
          <input id="storeCode" name="storeCode" value={query.get('storeCode') ?? ''} />
        </div>
      ) : (
        <StoreSelect c={c} id="storeCode" chosen={query.get('storeCode')} />
      )}
      <div class="field">
        <label for="customerId">{messages.customer}</label>
        <input id="customerId" name="customerId" value={query.get('customerId') ?? ''} />
      </div>
    </div>
  )
}

function showExport(
  c: ConsoleContext,
  count: OrderCount | 'wrong_filter' | undefined,
): Response | Promise<Response> {
  const { language } = c.var
  const messages = exportMessages[language]
  return showPage(c, {
    title: messages.exportTitle,
    status: count === 'wrong_filter' ? 400 : 200,
    content: (
      <section class="card">
        <p class="soft">{messages.intro}</p>
        {count === 'wrong_filter' && (
          <p class="problem" role="alert">
            {messages.wrongFilter}
          </p>
        )}
        <form method="get" action="/export" autocomplete="off">
          <Fields c={c} />
          <div class="actions">
            <button name="count" value="1">
              {messages.count}
            </button>
            <button class="main" formaction="/export/orders.csv">
              {messages.download}
            </button>
          </div>
        </form>
        {count !== undefined && count !== 'wrong_filter' && (
          <p class={count.isMore ? 'notice warn' : 'notice'} role="status">
            {count.isMore && `${messages.atLeast} `}
            {formatNumber(count.orders, language)} {messages.orders}.{' '}
            {count.isMore && messages.more}
          </p>
        )}
      </section>
    ),
  })
}

async function form(c: ConsoleContext): Promise<Response> {
  if (c.req.query('count') === undefined) return showExport(c, undefined)
  const filter = filterOf(c)
  if (filter === undefined) return showExport(c, 'wrong_filter')
  return showExport(c, await listOrWrongFilter(() => c.env.CONSOLE_VIEW.countOrders(filter)))
}

async function download(c: ConsoleContext): Promise<Response> {
  const filter = filterOf(c)
  if (filter === undefined) return showExport(c, 'wrong_filter')
  const file = await listOrWrongFilter(() => c.env.CONSOLE_VIEW.exportOrders(filter))
  if (file === 'wrong_filter') return showExport(c, file)
  const name = ['orders', filter.day, filter.storeCode].filter((part) => part !== undefined)
  return c.body(file.body, 200, {
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="${name.join('-').replaceAll(/[^A-Za-z0-9._-]/g, '_')}.csv"`,
  })
}

function exportRoutes(): Hono<ConsoleHono> {
  const routes = new Hono<ConsoleHono>()
  routes.get('/export', form)
  routes.get('/export/orders.csv', download)
  return routes
}

/** Orders as a file for a spreadsheet. */
export const exportSection: Section = {
  path: '/export',
  title: { vi: 'Xuất dữ liệu', en: 'Export' },
  routes: exportRoutes,
  byStore: true,
}
