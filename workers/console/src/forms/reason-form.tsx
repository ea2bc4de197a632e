import type { Child } from 'hono/jsx'
import type { ConsoleContext } from '../layout/console-hono.ts'
import { Hidden } from './form-parts.tsx'
import { layoutMessages } from '../layout/messages.ts'

/** An action at the desk with a form that asks for a reason. */
export interface ReasonFormProps {
  readonly c: ConsoleContext
  /** Address that the form is sent to. */
  readonly action: string
  /** What the button says; also the name of the form, as a page may ask for several reasons. */
  readonly label: string
  /** Preset reason, for frequent actions. */
  readonly reason?: string
  /** Hint for the operator. */
  readonly hint?: string
  /** Further fields of the form. */
  readonly children?: Child
}

const reasonCharacters = 255

/** A form with a reason and a button; nothing for a read-only operator. */
export function ReasonForm({ c, action, label, reason, hint, children }: ReasonFormProps) {
  const messages = layoutMessages[c.var.language].form
  if (c.var.operator.role !== 'money') return <></>
  const id = `reason-${action.replaceAll(/[^a-z0-9]/gi, '-')}`
  return (
    <form method="post" action={action} class="act" aria-label={label} data-send-once>
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
          aria-describedby={`hint-${id}`}
        />
        <p class="hint" id={`hint-${id}`}>
          {hint ?? messages.reasonHint}
        </p>
      </div>
      <button>{label}</button>
    </form>
  )
}
