import {
  acceptDispute,
  denyPayment,
  releaseDispute,
  reopenDispute,
  resendEvent,
  settleLinkedPayment,
  settleRefundByVerdict,
  settleTransfer,
} from '@merchant-edge/orders'
import type {
  AcceptVerdict,
  DenialVerdict,
  DisputeVerdict,
  LinkedPaymentVerdict,
  NewDifferenceVerdict,
  RefundVerdict,
  ReleaseVerdict,
  TransferVerdict,
} from '@merchant-edge/orders/api'
import { decideDifference, forceReconciliation } from '@merchant-edge/orders/daily-files'
import {
  approveProposal,
  refundByOperator as refundOrPropose,
  refuseProposal,
  replayByOperator,
  type OperatorRefund,
  type SeenOrderAction,
  type StaffAction,
} from '@merchant-edge/orders/operators'
import { dailyFilesContextOf } from '../daily-files-context.ts'
import { contextOf } from '../orders-context.ts'
import type { OrdersEnv } from '../settings/orders-env.ts'
import type { QueueSender } from '../outbox-queue.ts'
import { keyOfRefund, keysOfOrder, keysOfTransfer, keysOfVerdict } from './announced-keys.ts'
import { announce, keepRunning } from './rpc-work.ts'

/** A call of an entrypoint: the bindings of the Worker, and its execution context. */
export interface OperatorCall {
  readonly env: OrdersEnv
  readonly ctx: QueueSender['context']
}

function senderOf({ env, ctx }: OperatorCall): QueueSender {
  return { queue: env.OUTBOX_QUEUE, context: ctx }
}

/** Makes a refund, or stores it as a proposal above the limit, and announces its event. */
export async function refundByOperator(
  call: OperatorCall,
  orderId: string,
  refund: OperatorRefund,
) {
  const outcome = await keepRunning(call.ctx, refundOrPropose(contextOf(call.env), orderId, refund))
  if (outcome.outcome === 'known') announce(senderOf(call), [keyOfRefund(orderId, refund.id)])
  return outcome
}

/** Approves a proposed refund, which is made with it, and announces the event of it. */
export async function approveByOperator(call: OperatorCall, id: string, action: SeenOrderAction) {
  const outcome = await keepRunning(call.ctx, approveProposal(contextOf(call.env), id, action))
  if (outcome.outcome === 'approved') {
    announce(senderOf(call), [keyOfRefund(outcome.proposal.orderId, id)])
  }
  return outcome
}

/** Refuses a proposed refund; nothing is sent to the service, and no event is announced. */
export function refuseByOperator(call: OperatorCall, id: string, action: StaffAction) {
  return refuseProposal(contextOf(call.env), id, action)
}

/** Settles a refund by a verdict, and announces its events. */
export async function settleRefundByOperator(
  call: OperatorCall,
  refund: { readonly orderId: string; readonly refundId: string },
  verdict: RefundVerdict,
) {
  const { orderId, refundId } = refund
  const outcome = await settleRefundByVerdict(contextOf(call.env), orderId, refundId, verdict)
  if (outcome.outcome === 'settled') announce(senderOf(call), keysOfVerdict(outcome))
  return outcome
}

/** Settles a payment with a linked wallet by a verdict, and announces the events of its order. */
export async function settlePaymentByOperator(
  call: OperatorCall,
  orderId: string,
  verdict: LinkedPaymentVerdict,
) {
  const outcome = await settleLinkedPayment(contextOf(call.env), orderId, verdict)
  if (outcome.outcome === 'settled') announce(senderOf(call), keysOfOrder(outcome.order))
  return outcome
}

/** Accepts a disputed payment, and announces the events of its order. */
export async function acceptByOperator(
  call: OperatorCall,
  orderId: string,
  verdict: AcceptVerdict,
) {
  const outcome = await acceptDispute(contextOf(call.env), orderId, verdict)
  if (outcome.outcome === 'settled') announce(senderOf(call), keysOfOrder(outcome.order))
  return outcome
}

/**
 * Releases a disputed payment to the other order, or as never made, and announces the events of
 * this order.
 */
export async function releaseByOperator(
  call: OperatorCall,
  orderId: string,
  verdict: ReleaseVerdict,
) {
  const outcome = await releaseDispute(contextOf(call.env), orderId, verdict)
  if (outcome.outcome === 'settled') announce(senderOf(call), keysOfOrder(outcome.order))
  return outcome
}

/** Takes back the release of a disputed payment, and announces the events of the order. */
export async function reopenByOperator(
  call: OperatorCall,
  orderId: string,
  verdict: DisputeVerdict,
) {
  const outcome = await reopenDispute(contextOf(call.env), orderId, verdict)
  if (outcome.outcome === 'settled') announce(senderOf(call), keysOfOrder(outcome.order))
  return outcome
}

/**
 * Denies the payment of an order when the service denies it too, and announces the events of the
 * order. If the query finds a payment, its processing continues even when the caller has
 * disconnected.
 */
export async function denyByOperator(call: OperatorCall, orderId: string, verdict: DenialVerdict) {
  const outcome = await keepRunning(call.ctx, denyPayment(contextOf(call.env), orderId, verdict))
  if ('order' in outcome) announce(senderOf(call), keysOfOrder(outcome.order))
  return outcome
}

/** Settles a transfer by a verdict, and announces its event. */
export async function settleTransferByOperator(
  call: OperatorCall,
  id: string,
  verdict: TransferVerdict,
) {
  const outcome = await settleTransfer(contextOf(call.env), id, verdict)
  if (outcome.outcome === 'settled') announce(senderOf(call), keysOfTransfer(outcome.transfer))
  return outcome
}

/** Makes an event due again, and announces it. */
export async function resendByOperator(call: OperatorCall, key: string, action: StaffAction) {
  const outcome = await resendEvent(contextOf(call.env), key, action)
  if (outcome.outcome === 'resent') announce(senderOf(call), [key])
  return outcome
}

/** Replays a stored callback; it continues when the caller has disconnected. */
export function replayCallbackByOperator(call: OperatorCall, seq: number, action: StaffAction) {
  return keepRunning(call.ctx, replayByOperator(contextOf(call.env), seq, action))
}

/** Forces the stopped comparison of a day. */
export async function forceReconciliationByOperator(
  call: OperatorCall,
  day: string,
  action: StaffAction,
) {
  const context = dailyFilesContextOf(call.env)
  if (context === undefined) return { outcome: 'not_found' } as const
  return keepRunning(call.ctx, forceReconciliation(context, day, action))
}

/** Records a verdict on a difference of the daily files. */
export async function decideDifferenceByOperator(
  { env }: OperatorCall,
  day: string,
  verdict: NewDifferenceVerdict,
) {
  const context = dailyFilesContextOf(env)
  if (context === undefined) return { outcome: 'not_standing' } as const
  return decideDifference(context, day, verdict)
}
