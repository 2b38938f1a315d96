/** Says that a project is the example app, and removes it with one click: it has no data to lose. */
import type { Project } from '@longshore/sdk'
import { deleteProject, getProject, listProjects } from '@longshore/sdk/operations'
import { useNavigate } from '@tanstack/react-router'
import { useAction } from '../../api/actions.ts'
import { paths } from '../../navigation/paths.ts'
import { text } from '../../text/text.ts'
import { Allowed } from '../../ui/allowed.tsx'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { ProblemCard } from '../../ui/problem-card.tsx'
import { useDeletedNotice } from '../trash/use-deleted-notice.ts'

const words = text.projects.example

export function ExampleNotice({ project }: { project: Project }) {
  const navigate = useNavigate()
  const notify = useDeletedNotice()
  const remove = useAction(deleteProject, {
    refreshes: [listProjects, getProject],
    async onDone() {
      const { id: resourceId, name } = project
      notify({ name, message: words.removed, items: [{ kind: 'project', resourceId }] })
      await navigate({ to: paths.home() })
    },
  })
  if (!project.isExample || project.deletionRequestedAt !== null) return null
  return (
    <Notice tone="info">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="min-w-48 flex-1">{words.note}</p>
        <Allowed to={deleteProject}>
          <Button isBusy={remove.isBusy} onClick={() => void remove.run({ id: project.id })}>
            {words.remove}
          </Button>
        </Allowed>
      </div>
      <ProblemCard error={remove.error} />
    </Notice>
  )
}
