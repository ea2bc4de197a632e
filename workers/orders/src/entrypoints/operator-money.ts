import type { Person } from '@merchant-edge/orders/api'
import {
  erasePerson,
  exportPerson,
  type OperatorMoneyApi,
  type StaffAction,
} from '@merchant-edge/orders/operators'
import { contextOf } from '../orders-context.ts'
import { keepRunning } from './rpc-work.ts'
import { StaffMoney } from './staff-money.ts'

/**
 * RPC entrypoint for actions of operators with the role `money` by commands and programs. Only here
 * can the data of a person be exported and erased.
 */
export class OperatorMoney extends StaffMoney implements OperatorMoneyApi {
  exportPerson(person: Person) {
    return exportPerson(contextOf(this.env), person)
  }

  erasePerson(person: Person, action: StaffAction) {
    return keepRunning(this.ctx, erasePerson(contextOf(this.env), person, action))
  }
}
