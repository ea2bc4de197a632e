import type { GenericSchema } from 'valibot'
import type { Endpoint } from '@merchant-edge/contract'
import { commonRefusals, type CommonRefusals, type Refusal } from '@merchant-edge/contract/refusals'
import type {
  Accepted,
  AcceptedAs,
  Answer,
  AnswerDetails,
  ReceivedAnswer,
  RefusalRows,
  RefusedAs,
  RefusedBy,
  RefusedInCommon,
} from './answer.ts'
import { validate } from '../validate.ts'
import { ResponseInvalidError } from './wallet-error.ts'

function isCodeOf<Table extends object>(table: Table, code: PropertyKey): code is keyof Table {
  return Object.hasOwn(table, code)
}

function accepted<Success>(
  code: keyof Success,
  data: Success[keyof Success],
  details: AnswerDetails,
): Accepted<Success> {
  const answer: AcceptedAs<keyof Success, Success[keyof Success]> = {
    outcome: 'accepted',
    code,
    data,
    ...details,
  }
  return answer
}

function refusedAs<Code, Row extends Refusal>(
  code: Code,
  row: Row,
  details: AnswerDetails,
): RefusedAs<Code, Row> {
  const { reason, cause, remedy, retry, applied, kind = 'decided' } = row
  return { outcome: 'refused', code, reason, cause, remedy, retry, applied, kind, ...details }
}

function refused<Table extends RefusalRows<Table>>(
  table: Table,
  code: keyof Table,
  details: AnswerDetails,
): RefusedBy<Table> {
  const answer: RefusedAs<keyof Table, Table[keyof Table]> = refusedAs(code, table[code], details)
  return answer
}

function isNotIn<Refusals extends object>(
  own: Refusals,
  answer: RefusedBy<CommonRefusals>,
): answer is RefusedInCommon<Refusals> {
  return !isCodeOf(own, answer.code)
}

/**
 * Interprets an answer by its code: first the success codes, then the endpoint's own refusals, then
 * the common refusals.
 *
 * @throws ResponseInvalidError when the data of a success does not match the contract
 */
export function readAnswer<Success, Refusals extends RefusalRows<Refusals>>(
  endpoint: Pick<
    Endpoint<unknown, Success, Refusals>,
    'name' | 'effect' | 'success' | 'refusals' | 'settledBy'
  >,
  { envelope, ...tries }: ReceivedAnswer,
): Answer<Success, Refusals> {
  const { code, message, requestId, data } = envelope
  const details = { message, requestId, ...tries }
  const { success } = endpoint
  if (isCodeOf(success, code)) {
    const schema: GenericSchema<unknown, Success[keyof Success]> = success[code]
    const validated = validate(schema, data, 'data')
    if (validated.valid) return accepted<Success>(code, validated.output, details)
    const problems = validated.problems.join('; ')
    const then =
      endpoint.effect === 'read'
        ? 'Ask again later.'
        : `Take it as done. ${endpoint.settledBy ?? 'Ask the service before it is sent again.'}`
    throw new ResponseInvalidError(
      `${endpoint.name}: the service accepted with ${code}, but its data is not as specified: ${problems}. ${then}`,
      { sent: 'maybe', ...tries },
    )
  }
  const own: Refusals = endpoint.refusals
  if (isCodeOf(own, code)) return refused(own, code, details)
  if (isCodeOf(commonRefusals, code)) {
    const common = refused<CommonRefusals>(commonRefusals, code, details)
    if (isNotIn(own, common)) return common
  }
  return { outcome: 'unlisted', code, data, ...details }
}
