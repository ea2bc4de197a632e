/** What a relying party should make of a fault. */
export type ExpectedVerdict = 'accept' | 'reject' | 'either'

/** The answer that a fault changes; `none` for a module that wants an honest server. */
export type FaultStage =
  | 'none'
  | 'discovery'
  | 'authorization'
  | 'token'
  | 'id_token'
  | 'refreshed_id_token'
  | 'user_info'
  | 'post_logout'
  | 'back_channel'

/** The answer that a module changes, what to make of it, and what the server does. */
export type ModuleRow = readonly [stage: FaultStage, expected: ExpectedVerdict, about: string]
