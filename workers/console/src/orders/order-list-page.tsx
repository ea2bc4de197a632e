import type { OrderPage } from '@merchant-edge/orders/api'
import { orderStates } from '@merchant-edge/orders/states'
import { formatTime, formatVnd } from '@merchant-edge/pages'
import type { ConsoleContext } from '../layout/console-hono.ts'
import { StoreSelect } from '../forms/store-select.tsx'
import { Pager } from '../layout/pager.tsx'
import { showPage } from '../layout/show-page.tsx'
import { sumOf } from '../layout/sum.ts'
import { orderMessages } from './messages.ts'
import { filterFields, type FilterField, type ReadFilter } from './order-filter.ts'
import { OrderStateChip } from './states.tsx'

interface ListProps {
  readonly c: ConsoleContext
  readonly read: ReadFilter
}

/** Attributes and message of a field that is wrong; the first such field gets the focus. */
function problemMarks({ problems }: ReadFilter, field: FilterField) {
  if (!problems.includes(field)) return {}
  const isFirst = field === filterFields.find((one) => problems.includes(one))
  return {
    'aria-invalid': 'true' as const,
    'aria-describedby': `problem-${field}`,
    ...(isFirst && { autofocus: true }),
  }
}

/** One field of the filter with its label, and what is wrong with it. */
function FilterInput({
  c,
  read,
  field,
  type = 'text',
}: ListProps & { field: FilterField; type?: string }) {
  const messages = orderMessages[c.var.language]
  const labels = {
    state: messages.state,
    day: messages.day,
    amountVnd: messages.amountVnd,
    reference: messages.reference,
    transactionId: messages.transaction,
    customerId: messages.customer,
    storeCode: messages.store,
    posCode: messages.terminal,
  }
  const isWrong = read.problems.includes(field)
  return (
    <div class="field">
      <label for={`filter-${field}`}>{labels[field]}</label>
      <input
        id={`filter-${field}`}
        name={field}
        type={type}
        value={read.typed[field] ?? ''}
        {...(field === 'amountVnd' && { inputmode: 'numeric' })}
        {...problemMarks(read, field)}
      />
      {isWrong && (
        <p class="problem" id={`problem-${field}`}>
          {messages.problems[field]}
        </p>
      )}
    </div>
  )
}

function StateSelect({ c, read }: ListProps) {
  const messages = orderMessages[c.var.language]
  const isWrong = read.problems.includes('state')
  return (
    <div class="field">
      <label for="filter-state">{messages.state}</label>
      <select id="filter-state" name="state" {...problemMarks(read, 'state')}>
        <option value="">{messages.any}</option>
        {Object.keys(orderStates).map((state) => (
          <option value={state} selected={read.typed.state === state}>
            {new Map(Object.entries(messages.states)).get(state) ?? state}
          </option>
        ))}
      </select>
      {isWrong && (
        <p class="problem" id="problem-state">
          {messages.problems.state}
        </p>
      )}
    </div>
  )
}

/** An operator of some stores chooses among them; others type a code. */
function StoreField({ c, read }: ListProps) {
  return c.var.operator.stores === undefined ? (
    <FilterInput c={c} read={read} field="storeCode" />
  ) : (
    <StoreSelect c={c} id="filter-storeCode" chosen={read.typed.storeCode} />
  )
}

function Filters({ c, read }: ListProps) {
  const messages = orderMessages[c.var.language]
  const isOpen = read.problems.length > 0 || Object.keys(read.typed).length > 0
  return (
    <section class="card">
      <form class="search" method="get" action="/orders" role="search">
        <div class="field">
          <label for="find">{messages.find}</label>
          <input id="find" name="find" type="search" autocomplete="off" />
        </div>
        <button class="main">{messages.findButton}</button>
      </form>
      <details class="filters" open={isOpen}>
        <summary>{messages.filters}</summary>
        <form method="get" action="/orders" autocomplete="off">
          <div class="fields">
            <StateSelect c={c} read={read} />
            <FilterInput c={c} read={read} field="day" type="date" />
            <FilterInput c={c} read={read} field="amountVnd" />
            <FilterInput c={c} read={read} field="reference" />
            <FilterInput c={c} read={read} field="transactionId" />
            <FilterInput c={c} read={read} field="customerId" />
            <StoreField c={c} read={read} />
            <FilterInput c={c} read={read} field="posCode" />
          </div>
          <div class="actions">
            <button>{messages.filterButton}</button>
            {isOpen && (
              <a class="button" href="/orders">
                {messages.clear}
              </a>
            )}
          </div>
        </form>
      </details>
    </section>
  )
}

function Orders({ c, page }: { readonly c: ConsoleContext; readonly page: OrderPage }) {
  const { language } = c.var
  const messages = orderMessages[language]
  if (page.orders.length === 0) {
    return <p class="soft">{page.cursor === undefined ? messages.noOrders : messages.goOn}</p>
  }
  return (
    <table class="list">
      <thead>
        <tr>
          <th scope="col">{messages.order}</th>
          <th scope="col">{messages.state}</th>
          <th scope="col" class="right">
            {messages.amount}
          </th>
          <th scope="col" class="right">
            {messages.returned}
          </th>
          <th scope="col">{messages.created}</th>
          <th scope="col">{messages.store}</th>
        </tr>
      </thead>
      <tbody>
        {page.orders.map((order) => (
          <tr>
            <td data-label={messages.order}>
              <a href={`/orders/${order.id}`}>{order.id}</a>
            </td>
            <td data-label={messages.state}>
              <OrderStateChip state={order.state} language={language} />
            </td>
            <td data-label={messages.amount} class="right number">
              {formatVnd(order.amountVnd, language)}
            </td>
            {order.returned.vnd + order.returned.points > 0 ? (
              <td data-label={messages.returned} class="right number">
                {sumOf(order.returned, language)}
              </td>
            ) : (
              <td data-label={messages.returned} class="right none">
                –
              </td>
            )}
            <td data-label={messages.created} class="number">
              {formatTime(order.createdAt, language, 'second')}
            </td>
            <td data-label={messages.store}>
              <span>
                <span class="number">{order.storeCode ?? '–'}</span>{' '}
                {order.posCode !== undefined && <small class="soft number">{order.posCode}</small>}
              </span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Answers with the list of orders and its filters. */
export function showOrderList(
  c: ConsoleContext,
  {
    read,
    page,
    problem,
  }: { readonly read: ReadFilter; readonly page: OrderPage; readonly problem?: string },
): Response | Promise<Response> {
  const isWrong = read.problems.length > 0 || problem !== undefined
  return showPage(c, {
    title: orderMessages[c.var.language].orders,
    status: isWrong ? 400 : 200,
    content: (
      <>
        <Filters c={c} read={read} />
        {problem !== undefined && (
          <p class="notice bad" role="alert">
            {problem}
          </p>
        )}
        {!isWrong && (
          <section class="card">
            <Orders c={c} page={page} />
            <Pager c={c} cursor={page.cursor} />
          </section>
        )}
      </>
    ),
  })
}
