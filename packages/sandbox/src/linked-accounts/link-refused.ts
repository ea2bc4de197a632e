import type { LinkStage } from './links.ts'

/** Why a link was not changed. */
export type LinkRefusal =
  | 'link_not_found'
  | 'link_not_confirmed'
  | 'link_linked'
  | 'link_cancelled'
  | 'link_expired'
  | 'link_unlinked'
  | 'wallet_not_found'
  | 'wallet_blocked'

/** A change of a link that was refused; everything is as before. */
export interface LinkRefused {
  readonly outcome: 'refused'
  readonly reason: LinkRefusal
  /** What happened. */
  readonly message: string
  /** What to do about it. */
  readonly remedy: string
}

const words: Readonly<Record<LinkRefusal, readonly [message: string, remedy: string]>> = {
  link_not_found: ['There is no such link.', 'Check the link id.'],
  link_not_confirmed: ['The customer has not confirmed the link.', 'Confirm it first.'],
  link_linked: ['The link is confirmed already.', 'Nothing is left to do.'],
  link_cancelled: ['The customer has cancelled the link.', 'Ask for a new link.'],
  link_expired: ['The time to confirm the link is over.', 'Ask for a new link.'],
  link_unlinked: ['The wallet is unlinked again.', 'Ask for a new link.'],
  wallet_not_found: ['There is no such wallet.', 'Choose one of the wallets of the sandbox.'],
  wallet_blocked: ['The wallet is blocked.', 'Choose another wallet or unblock this one.'],
}

/** A refusal in plain words. */
export function linkRefused(reason: LinkRefusal): LinkRefused {
  const [message, remedy] = words[reason]
  return { outcome: 'refused', reason, message, remedy }
}

/** The refusal that belongs to a link which is no longer open, or not there. */
export function refuseStage(stage: LinkStage | undefined): LinkRefused {
  if (stage === undefined) return linkRefused('link_not_found')
  return linkRefused(stage === 'open' ? 'link_not_confirmed' : `link_${stage}`)
}
