import type { Child } from 'hono/jsx'
import type { ConsoleContext } from '../layout/console-hono.ts'
import { Hidden } from './form-parts.tsx'
import { layoutMessages } from '../layout/messages.ts'

/** An action at the desk that says why, in a form of one field. */
export interface ReasonFormProps {
  readonly c: ConsoleContext
  /** Address that the form is sent to. */
  readonly action: string
  /** What the button says. */
  readonly label: string
  /** Reason that stands there already, for actions that are done often. */
  readonly reason?: string
  /** What the person should know before. */
  readonly hint?: string
  /** Further fields of the form. */
  readonly children?: Child
}

const reasonCharacters = 255

/** A form with a reason and a button; nothing for an operator who may look only. */
export function ReasonForm({ c, action, label, reason, hint, children }: ReasonFormProps) {
  const messages = layoutMessages[c.var.language].form
  if (c.var.operator.role !== 'money') return <></>
  const id = `reason-${action.replaceAll(/[^a-z0-9]/gi, '-')}`
  return (
    <form method="post" action={action} class="act">
      <Hidden fields={{ by: c.var.operator.name }} />
      {children}
      <div class="field">
        <label for={id}>{messages.reason}</label>
        <input
          id={id}
          name="reason"
          required
          maxlength={reasonCharacters}
          value={reason ?? ''}
          autocomplete="off"
        />
        <p class="hint">{hint ?? messages.reasonHint}</p>
      </div>
      <button>{label}</button>
    </form>
  )
}
