import type { SignOnEnv } from '@merchant-edge/oidc/hono'
import type { Language, Operator } from '@merchant-edge/pages'
import type { Context } from 'hono'
import type { ConsoleEnv } from '../console-env.ts'
import type { WriteSecurityLog } from '../console-options.ts'
import type { NavigationEntry } from './navigation-entry.ts'

/** Context variables of the routes of the desk. */
export interface ConsoleHono extends SignOnEnv<ConsoleEnv> {
  Variables: SignOnEnv<ConsoleEnv>['Variables'] & {
    readonly language: Language
    /** Seconds since 1970. */
    readonly now: number
    /** The signed-in operator; set on every page except those of the sign-in. */
    operator: Operator
    /** Writes a line about security into the log. */
    readonly securityLog: WriteSecurityLog
    /** Makes a text of 256 random bits, 43 characters of `A-Z a-z 0-9 _ -`. */
    readonly newSecret: () => string
    /** The form that was sent, its texts by their names; empty for anything but POST. */
    form: ReadonlyMap<string, string>
    /** Navigation entries of this operator. */
    sections: readonly NavigationEntry[]
  }
}

/** The context of a route of the desk. */
export type ConsoleContext = Context<ConsoleHono>
