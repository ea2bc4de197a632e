import { writtenDay } from '@merchant-edge/pages'
import type { PlacedDifference, VerdictsOfDifference } from '@merchant-edge/orders/api'
import { Chip } from '../layout/chip.tsx'
import type { ConsoleContext } from '../layout/console-hono.ts'
import { addressOfDifference } from '../verdicts/difference-place.ts'
import { amountsOf, inWords } from './both-rows.tsx'
import { dailyFilesMessages } from './messages.ts'

/** Whether a difference has a verdict, and by whom, or which later day has cleared it. */
export function VerdictChip({
  c,
  difference: { verdict, cleared },
}: {
  readonly c: ConsoleContext
  readonly difference: VerdictsOfDifference
}) {
  const messages = dailyFilesMessages[c.var.language]
  if (verdict === undefined && cleared !== undefined) {
    return (
      <>
        <Chip tone="good">{messages.cleared}</Chip>{' '}
        <small class="soft">
          <a href={`/daily-files/${cleared.on}`}>{writtenDay(cleared.on)}</a>
        </small>
      </>
    )
  }
  if (verdict === undefined) return <Chip tone="warn">{messages.undecided}</Chip>
  const [label] = messages.verdictChoices[verdict.verdict]
  return (
    <>
      <Chip tone="good">{label}</Chip> <small class="soft">{verdict.staffId}</small>
    </>
  )
}

function Row({
  c,
  difference,
  hasDay,
  hasOurs,
}: {
  readonly c: ConsoleContext
  readonly difference: PlacedDifference
  readonly hasDay: boolean
  readonly hasOurs: boolean
}) {
  const { language, operator } = c.var
  const messages = dailyFilesMessages[language]
  const { partner, service, type, ours } = difference
  const amounts = amountsOf(difference, language)
  const code = <span class="code">{(partner ?? service[0])?.columns.walletCode}</span>
  return (
    <tr>
      <td data-label={messages.columns.walletCode}>
        <span>
          {operator.stores === undefined ? (
            <a href={addressOfDifference(difference)}>{code}</a>
          ) : (
            code
          )}
          <br />
          <small class="soft">
            {messages.types[type]}
            {hasDay && `, ${writtenDay(difference.day)}`}
          </small>
        </span>
      </td>
      <td data-label={messages.verdict}>
        <span>
          <VerdictChip c={c} difference={difference} />
        </span>
      </td>
      <td data-label={messages.difference}>{inWords(difference, messages)}</td>
      <td data-label={messages.ours} class="right number">
        {amounts.ours}
      </td>
      <td data-label={messages.theirs} class="right number">
        {amounts.theirs}
      </td>
      {hasOurs && (
        <td data-label={messages.order}>
          {ours.map((one) =>
            one.kind === 'transfer' ? (
              <a href={`/transfers/${one.id}`}>{one.id}</a>
            ) : (
              <a href={`/orders/${one.orderId}`}>{one.orderId}</a>
            ),
          )}
          {ours.length === 0 && '–'}
        </td>
      )}
    </tr>
  )
}

/**
 * Table of differences: what differs, the amounts of both sides, our transaction, and the verdict.
 */
export function DifferenceTable({
  c,
  differences,
  hasDay = false,
  hasOurs = true,
}: {
  readonly c: ConsoleContext
  readonly differences: readonly PlacedDifference[]
  /** Whether each row names its day. */
  readonly hasDay?: boolean
  /** Whether each row names the order or the transfer that it is about. */
  readonly hasOurs?: boolean
}) {
  const messages = dailyFilesMessages[c.var.language]
  return (
    <table class="list">
      <thead>
        <tr>
          <th scope="col">{messages.columns.walletCode}</th>
          <th scope="col">{messages.verdict}</th>
          <th scope="col">{messages.difference}</th>
          <th scope="col" class="right">
            {messages.ours}
          </th>
          <th scope="col" class="right">
            {messages.theirs}
          </th>
          {hasOurs && <th scope="col">{messages.order}</th>}
        </tr>
      </thead>
      <tbody>
        {differences.map((difference) => (
          <Row c={c} difference={difference} hasDay={hasDay} hasOurs={hasOurs} />
        ))}
      </tbody>
    </table>
  )
}
