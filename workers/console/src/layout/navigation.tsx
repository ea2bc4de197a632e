import type { ConsoleContext } from './console-hono.ts'
import { layoutMessages } from './messages.ts'
import type { NavigationEntry } from './navigation-entry.ts'

/** The sections of the desk that this operator may use; nothing before the sign-in. */
export function Navigation({ c }: { readonly c: ConsoleContext }) {
  const { language } = c.var
  // On pages of the sign-in there is no operator yet.
  const sections: readonly NavigationEntry[] | undefined = c.var.sections
  if (sections === undefined) return <></>
  return (
    <nav aria-label={layoutMessages[language].navigation}>
      <ul>
        {sections.map(({ path, title }) => {
          const isHere = c.req.path === path || c.req.path.startsWith(`${path}/`)
          return (
            <li>
              <a href={path} {...(isHere && { 'aria-current': 'page' })}>
                {title[language]}
              </a>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}
