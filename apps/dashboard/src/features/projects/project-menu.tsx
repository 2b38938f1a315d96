import type { Project, UpdateProjectRequest } from '@longshore/sdk'
import { deleteProject, getProject, listProjects, retryAnalysis, updateProject } from '@longshore/sdk/operations'
import { UpdateProjectRequest as UpdateSchema } from '@longshore/sdk/schemas'
import { useNavigate } from '@tanstack/react-router'
import { Pencil, ScanSearch, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useAction } from '../../api/actions.ts'
import { paths } from '../../navigation/paths.ts'
import { text } from '../../text/text.ts'
import { ActionMenu } from '../../ui/action-menu.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/form/fields.tsx'
import { Form, useApiForm } from '../../ui/form/form.tsx'
import { toast } from '../../ui/toasts.tsx'
import { DeleteDialog as TrashDialog } from '../trash/delete-dialog.tsx'
import { useDeletedNotice } from '../trash/use-deleted-notice.ts'

const words = text.projects

export function ProjectMenu({ project }: { project: Project }) {
  const [dialog, setDialog] = useState<'rename' | 'delete' | null>(null)
  const navigate = useNavigate()
  const { id, name } = project
  const retry = useAction(retryAnalysis, {
    refreshes: [getProject],
    onDone: () => navigate({ to: '/projects/new', search: { project: id } }),
  })
  const runRetry = () => retry.must({ id, body: {} }).catch((error: Error) => toast(error.message, { tone: 'bad' }))
  return (
    <>
      <ActionMenu
        actions={[
          {
            label: words.edit,
            icon: <Pencil aria-hidden size={15} />,
            onSelect: () => setDialog('rename'),
            call: { operation: updateProject, parameters: { id, body: { name } } },
          },
          {
            label: words.analyzeAgain,
            icon: <ScanSearch aria-hidden size={15} />,
            onSelect: () => void runRetry(),
            call: { operation: retryAnalysis, parameters: { id, body: {} } },
          },
          {
            label: words.remove,
            icon: <Trash2 aria-hidden size={15} />,
            isDanger: true,
            onSelect: () => setDialog('delete'),
            call: { operation: deleteProject, parameters: { id } },
          },
        ]}
      />
      {dialog === 'rename' && <RenameDialog project={project} onClose={() => setDialog(null)} />}
      {dialog === 'delete' && <DeleteDialog project={project} onClose={() => setDialog(null)} />}
    </>
  )
}

interface DialogProps {
  project: Project
  onClose(): void
}

function RenameDialog({ project, onClose }: DialogProps) {
  const update = useAction(updateProject, { refreshes: [getProject, listProjects] })
  const bodyOf = ({ name, description }: UpdateProjectRequest): UpdateProjectRequest => ({
    name,
    description: description === '' ? null : description,
  })
  const form = useApiForm<UpdateProjectRequest>({
    schema: UpdateSchema,
    defaults: { name: project.name, description: project.description ?? '' },
    toBody: bodyOf,
    async submit(values) {
      await update.must({ id: project.id, body: bodyOf(values) }, { ifMatch: project.version })
      toast(words.rename.saved)
      onClose()
    },
  })
  return (
    <Dialog title={words.rename.title} isOpen onClose={onClose}>
      <Form form={form} action={text.common.save} onCancel={onClose}>
        <TextField name="name" label={words.rename.name} hasFocus />
        <TextField name="description" label={words.rename.description} isOptional />
      </Form>
    </Dialog>
  )
}

function DeleteDialog({ project, onClose }: DialogProps) {
  const navigate = useNavigate()
  const notify = useDeletedNotice()
  const [force, setForce] = useState(false)
  const [hasBackupsDeleted, setBackupsDeleted] = useState(false)
  const remove = useAction(deleteProject, {
    refreshes: [listProjects, getProject],
    async onDone({ id: resourceId, name }, { permanent }) {
      const message = words.delete.begun
      if (permanent === true) toast(message)
      else notify({ name, message, items: [{ kind: 'project', resourceId }] })
      await navigate({ to: paths.home() })
    },
  })
  const names = project.environments.map(({ name }) => name)
  return (
    <TrashDialog
      title={words.delete.title(project.name)}
      action={words.delete.action}
      permanentName={project.name}
      deletion={remove}
      onConfirm={(permanent) =>
        remove.must({
          id: project.id,
          backups: hasBackupsDeleted ? 'delete' : 'keep',
          ...(force ? { force } : {}),
          ...(permanent ? { permanent } : {}),
        })
      }
      onClose={onClose}
    >
      <p>{words.delete.note}</p>
      {names.length > 0 && <p>{words.delete.list(names.join(', '))}</p>}
      <Checkbox
        label={text.backups.deleted.alsoDelete}
        help={text.backups.deleted.keptHelp}
        value={hasBackupsDeleted}
        onChange={setBackupsDeleted}
      />
      <Checkbox label={words.delete.force} value={force} onChange={setForce} />
    </TrashDialog>
  )
}
