import type { TransferView } from '@merchant-edge/orders/api'
import { transferRules } from '@merchant-edge/orders/rules'
import { isRefusedByPerson } from '@merchant-edge/orders/states'
import { formatVnd } from '@merchant-edge/pages'
import type { ConsoleContext } from '../layout/console-hono.ts'
import type { Fact } from '../layout/facts/facts.tsx'
import { sourceOfLine } from '../orders/evidence.ts'
import { orderMessages } from '../orders/messages.ts'
import { transferNamedInstead } from '../orders/transaction-named-instead.ts'
import { TransferStateChip } from '../transfers/transfer-state.tsx'
import { choicesOf } from './choices.ts'
import { verdictMessages } from './messages.ts'
import type { VerdictCase } from './verdict-case.ts'

async function findTransfer(c: ConsoleContext, id: string): Promise<TransferView | null> {
  return transferRules.id.pattern.test(id) ? c.env.CONSOLE_VIEW.findTransfer(id) : null
}

function factsOf({ amountVnd, reference, state }: TransferView, c: ConsoleContext): Fact[] {
  const { language } = c.var
  const names = orderMessages[language]
  return [
    [names.amount, formatVnd(amountVnd, language)],
    [names.reference, reference],
    [names.state, <TransferStateChip state={state} language={language} />],
  ]
}

/** A transfer whose outcome is unknown. It belongs to no store. */
export async function transferCase(
  c: ConsoleContext,
  id: string,
): Promise<VerdictCase | undefined> {
  const { language } = c.var
  const texts = verdictMessages[language].transfer
  const transfer = await findTransfer(c, id)
  if (transfer === null) return undefined
  return {
    title: texts.title(id),
    facts: factsOf(transfer, c),
    choices: choicesOf(texts.choices, ['succeeded', 'refused']),
    transactionFor: { choice: 'succeeded', isNeeded: true },
    isOpen: transfer.state === 'unknown',
    page: '/verdicts',
    async settle({ choice, ...word }) {
      const result = choice === 'succeeded' ? 'succeeded' : 'refused'
      return (await c.env.CONSOLE_MONEY.settleTransfer(id, { result, ...word })).outcome
    },
  }
}

/**
 * A transfer that counts as not made only because of a verdict, or for which a verdict and the
 * service name different transactions. It has an address of its own, as {@link correctionCase} of
 * payments does.
 */
export async function transferCorrectionCase(
  c: ConsoleContext,
  id: string,
): Promise<VerdictCase | undefined> {
  const { language } = c.var
  const { transferCorrection: texts, transactionCorrection, settled } = verdictMessages[language]
  const transfer = await findTransfer(c, id)
  if (transfer === null) return undefined
  const timeline = await c.env.CONSOLE_VIEW.transferTimeline(id)
  const line = timeline.findLast(
    ({ kind }) => kind !== 'transfer.contradicted' && kind !== 'transfer.known',
  )
  const instead = transferNamedInstead(transfer, timeline)
  const named: Fact[] =
    instead === undefined
      ? []
      : [
          [transactionCorrection.present, transfer.transactionId],
          [transactionCorrection.service, instead],
        ]
  const { choice, warning } = transactionCorrection
  return {
    title: texts.title(id),
    facts: [...factsOf(transfer, c), ...named, [settled.by, sourceOfLine(line, language)]],
    choices: choicesOf(instead === undefined ? texts.choices : { succeeded: choice }, [
      'succeeded',
    ]),
    warning: instead === undefined ? texts.warning : warning,
    transactionFor: {
      choice: 'succeeded',
      isNeeded: true,
      ...(instead !== undefined && { known: instead }),
    },
    isOpen: isRefusedByPerson(transfer) || instead !== undefined,
    settledBy: line,
    page: `/transfers/${id}`,
    async settle({ choice: _succeeded, ...word }) {
      const verdict = { result: 'succeeded', ...word } as const
      return (await c.env.CONSOLE_MONEY.settleTransfer(id, verdict)).outcome
    },
  }
}
