import type { Server as ServerShape } from '@longshore/sdk'
import { createServer, listServers } from '@longshore/sdk/operations'
import { Link } from '@tanstack/react-router'
import { Plus, SearchX, Server } from 'lucide-react'
import { useState } from 'react'
import { useList } from '../../api/queries.ts'
import { paths } from '../../navigation/paths.ts'
import { text } from '../../text/text.ts'
import { Allowed } from '../../ui/allowed.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { inputClass } from '../../ui/input-class.ts'
import { ListView } from '../../ui/list-view.tsx'
import { Page } from '../../ui/page.tsx'
import { SearchBox, useSearchText } from '../../ui/search-box.tsx'
import { ServerRow } from './server-row.tsx'
import { serverStates } from './server-state.ts'

type State = ServerShape['status']

export function ServersPage() {
  const search = useSearchText()
  const [state, setState] = useState<State | undefined>()
  const isFiltered = search.settled !== '' || state !== undefined
  const servers = useList(listServers, {
    ...(search.settled === '' ? {} : { q: search.settled }),
    ...(state === undefined ? {} : { status: state }),
  })
  const words = text.servers
  const addLink = (
    <Allowed to={createServer} hasReason>
      <Link to={paths.newServer()} className={buttonClass('primary')}>
        <Plus aria-hidden size={16} />
        {words.add}
      </Link>
    </Allowed>
  )
  return (
    <Page title={words.title} actions={addLink}>
      <div className="flex flex-wrap gap-3">
        <SearchBox
          label={words.search}
          value={search.typed}
          onChange={search.setTyped}
          className="min-w-0 flex-1 sm:max-w-sm"
        />
        <select
          aria-label={words.stateFilter}
          value={state ?? ''}
          onChange={(event) => setState(serverStates.find((each) => each === event.target.value))}
          className={`${inputClass} w-auto!`}
        >
          <option value="">{words.allStates}</option>
          {serverStates.map((each) => (
            <option key={each} value={each}>
              {words.states[each]}
            </option>
          ))}
        </select>
      </div>
      <Card isFlush>
        <ListView
          list={servers}
          empty={
            isFiltered ? (
              <EmptyState icon={SearchX} {...words.nothingFound} />
            ) : (
              <EmptyState icon={Server} {...words.empty}>
                {addLink}
              </EmptyState>
            )
          }
        >
          {(items) => (
            <ul className="divide-y divide-line">
              {items.map((server) => (
                <ServerRow key={server.id} server={server} />
              ))}
            </ul>
          )}
        </ListView>
      </Card>
    </Page>
  )
}
