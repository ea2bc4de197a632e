import { usageFailure } from '../command/command-failure.ts'
import type { Command, CommandCall } from '../command/command.ts'
import { text } from '../command/option.ts'
import { printableJson } from '../command/printable.ts'
import { accessOptions } from './access/access.ts'
import { actionCommand } from './command-kinds/action-command.ts'
import { askForOne, type JsonObject } from './access/operator-api.ts'
import { textAt } from './tables/text-table.ts'
import { typedNames } from './access/typed-names.ts'

const customer = text({ placeholder: 'CUSTOMER', summary: "The shop's own id of the customer." })
const phone = text({
  placeholder: 'PHONE',
  summary: 'The phone to which money was transferred, such as 0900000123.',
})
const personOptions = { customer, phone }
const others = { customerId: '--customer' }

function personOf(given: CommandCall['given']): JsonObject {
  const customerId = given(customer)
  const number = given(phone)
  if (customerId === undefined && number === undefined) {
    throw usageFailure('Nobody is named.', 'Name the person by --customer, --phone or both.')
  }
  return {
    ...(customerId !== undefined && { customerId }),
    ...(number !== undefined && { phone: number }),
  }
}

/** Exports the stored data of a person. */
export const personsExport: Command = {
  name: 'persons export',
  summary: 'Export the stored personal data of a customer as JSON.',
  usage: '[--customer CUSTOMER] [--phone PHONE]',
  operands: {},
  options: { ...personOptions, ...accessOptions },
  notes: [
    'Needs the role money, because phone numbers are shown in full. Exit code 1 when more is stored than one answer\n' +
      'holds, 1,000 of each kind.',
  ],
  examples: ['persons export --customer C-17 --json'],
  async run(call) {
    const body = personOf(call.given)
    const typed = typedNames({ options: personOptions, others })
    const request = { path: '/persons/export', body, isReading: true, typed } as const
    const answer = await askForOne(call, request, 'isCutOff')
    const json = printableJson(answer)
    if (answer['isCutOff'] === false) return { exitCode: 0, json: answer, text: json }
    call.terminal.note('Only the newest 1,000 of each kind are in it: this is not everything.')
    return { exitCode: 1, json: answer, text: json }
  },
}

/**
 * Erases the personal data of a customer, by customer id or phone; the records of payments stay.
 */
export const personsErase = actionCommand({
  name: 'persons erase',
  summary:
    'Erase the personal data of a customer: ids, phone numbers and texts; the records of payments stay.',
  usage: '[--customer CUSTOMER] [--phone PHONE]',
  operands: {},
  options: personOptions,
  others,
  request: (given) => ({ path: '/persons/erase', body: personOf(given) }),
  done: (answer) =>
    `Erased: ${textAt(answer, 'links')} links, ${textAt(answer, 'orders')} orders, ${textAt(answer, 'transfers')} transfers.`,
  notes: [
    'A customer cannot be erased while a wallet is linked, or while an order or a transfer is open.',
  ],
  examples: ["persons erase --customer C-17 --reason 'asked for it on 3 May'"],
})
