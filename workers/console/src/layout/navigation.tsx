import type { ConsoleContext } from './console-hono.ts'
import { layoutMessages } from './messages.ts'
import type { NavigationEntry } from './navigation-entry.ts'

/** The parts of the desk that this operator has; nothing before the sign-in. */
export function Navigation({ c }: { readonly c: ConsoleContext }) {
  const { language } = c.var
  // Pages of the sign-in come before anybody is known.
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
