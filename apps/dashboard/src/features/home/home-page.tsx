import { listProjects } from '@longshore/sdk/operations'
import { Boxes } from 'lucide-react'
import { useList } from '../../api/queries.ts'
import { text } from '../../text/text.ts'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ListView } from '../../ui/list-view.tsx'
import { Page } from '../../ui/page.tsx'

export function HomePage() {
  const projects = useList(listProjects, {})
  return (
    <Page title={text.home.title}>
      <Card isFlush title={text.home.title}>
        <ListView list={projects} empty={<EmptyState icon={Boxes} title={text.home.title} note={text.home.title} />}>
          {(items) => items.map((project) => <p key={project.id}>{project.name}</p>)}
        </ListView>
      </Card>
    </Page>
  )
}
