/** Names of the variables that the containers of a service get. Their values are on the Variables page. */
import type { Service } from '@longshore/sdk'
import { listContainerVariables } from '@longshore/sdk/operations'
import { Link } from '@tanstack/react-router'
import { useRead } from '../../api/queries.ts'
import { paths } from '../../navigation/paths.ts'
import { text } from '../../text/text.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { useEnvironment } from '../environments/environment-context.ts'

export function ServiceVariablesCard({ service }: { service: Service }) {
  const { id } = useEnvironment()
  const words = text.servicePage
  const query = useRead(listContainerVariables, { id })
  const link = (
    <Link to={paths.variables(id)} className={buttonClass('quiet')}>
      {words.editVariables}
    </Link>
  )
  return (
    <Card isFlush title={words.variables} actions={link}>
      <QueryView query={query}>
        {({ items }) => {
          const own = items.filter((each) => each.service === service.name)
          if (own.length === 0) return <p className="px-4 py-4 text-sm text-ink-soft">{words.noVariables}</p>
          return (
            <section
              aria-label={words.variables}
              tabIndex={0}
              className="max-h-80 overflow-auto focus-visible:-outline-offset-2"
            >
              <ul className="divide-y divide-line text-sm">
                {own.map(({ key, value, secret }) => (
                  <li key={key} className="grid grid-cols-2 items-baseline gap-3 px-4 py-2">
                    <code className="min-w-0 break-all">{key}</code>
                    <span className="min-w-0 truncate text-ink-soft">
                      {secret || value === null ? words.secret : value}
                    </span>
                  </li>
                ))}
              </ul>
            </section>
          )
        }}
      </QueryView>
    </Card>
  )
}
