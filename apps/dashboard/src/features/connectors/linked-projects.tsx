/** Projects that use this channel. The API lists links by project. */
import type { Connector, ConnectorLink, Project } from '@longshore/sdk'
import { getConnectorLinks, listProjects } from '@longshore/sdk/operations'
import { useQueries } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Boxes } from 'lucide-react'
import { useState } from 'react'
import { queryFor, useList } from '../../api/queries.ts'
import { paths } from '../../navigation/paths.ts'
import { text } from '../../text/text.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'

export function LinkedProjects({ connector }: { connector: Pick<Connector, 'id' | 'projectEvents'> }) {
  const { projects: words } = text.connectors
  const projects = useList(listProjects, {})
  const [isWanted, setWanted] = useState(false)
  // Needs one request per project, so a long list is read only on demand.
  const isAsking = isWanted || (projects.isSuccess && !projects.hasNextPage)
  const links = useQueries({
    queries: projects.items.map(({ id }) => ({ ...queryFor(getConnectorLinks, { projectId: id }), enabled: isAsking })),
  })
  const isPending = projects.isPending || (isAsking && links.some((each) => each.isPending))
  const found = projects.items.flatMap((project, index) => {
    const link = links[index]?.data?.links.find((each) => each.connectorId === connector.id)
    return link === undefined ? [] : [{ project, link }]
  })
  const loadMore = () => (isWanted ? void projects.fetchNextPage() : setWanted(true))
  return (
    <Card isFlush title={words.title} note={words.note}>
      {isPending && <SkeletonRows rows={2} />}
      {!isPending && isAsking && found.length === 0 && (
        <EmptyState
          icon={Boxes}
          title={words.empty}
          note={connector.projectEvents.length === 0 ? words.emptyNote : words.emptyNoteAll}
        />
      )}
      <ul className="divide-y divide-line">
        {found.map(({ project, link }) => (
          <LinkedProject key={project.id} project={project} link={link} />
        ))}
      </ul>
      {projects.hasNextPage && (
        <div className="flex flex-wrap items-center justify-between gap-3 px-4 py-3 text-sm text-ink-soft">
          {words.looked(isWanted ? projects.items.length : 0)}
          <Button isBusy={projects.isFetchingNextPage} onClick={loadMore}>
            {words.look}
          </Button>
        </div>
      )}
    </Card>
  )
}

function LinkedProject({ project, link }: { project: Pick<Project, 'id' | 'name'>; link: ConnectorLink }) {
  const { projects: words } = text.connectors
  const { environments } = link
  return (
    <li className="px-4 py-2.5 text-sm">
      <Link to={paths.project(project.id)} className="font-medium hover:underline">
        {project.name}
      </Link>
      <p className="text-xs text-ink-soft" title={link.events.map((event) => text.notices.events[event]).join(', ')}>
        {words.events(link.events.length)}
        {environments !== null && environments !== undefined && ` ${words.someEnvironments(environments.length)}`}
      </p>
    </li>
  )
}
