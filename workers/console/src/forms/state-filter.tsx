import type { Child } from 'hono/jsx'
import type { ConsoleContext } from '../layout/console-hono.ts'

/** The filter of a list whose rows have a state. */
export interface StateFilterProps {
  readonly c: ConsoleContext
  /** Address of the list. */
  readonly path: string
  /** The states that may be asked for, with their names. */
  readonly states: Readonly<Record<string, string>>
  readonly labels: {
    readonly state: string
    readonly any?: string
    readonly show: string
    readonly clear: string
  }
  /** Further fields of the filter. */
  readonly children?: Child
}

/** A form that filters a list by state and by further fields. */
export function StateFilter({ c, path, states, labels, children }: StateFilterProps) {
  const { lang: _lang, cursor: _cursor, ...query } = c.req.query()
  return (
    <section class="card">
      <form method="get" action={path} autocomplete="off">
        <div class="fields">
          <div class="field">
            <label for="filter-state">{labels.state}</label>
            <select id="filter-state" name="state">
              {labels.any !== undefined && <option value="">{labels.any}</option>}
              {Object.entries(states).map(([state, name]) => (
                <option value={state} selected={query['state'] === state}>
                  {name}
                </option>
              ))}
            </select>
          </div>
          {children}
          <div class="buttons">
            <button>{labels.show}</button>
            {Object.keys(query).length > 0 && (
              <a class="button" href={path}>
                {labels.clear}
              </a>
            )}
          </div>
        </div>
      </form>
    </section>
  )
}
