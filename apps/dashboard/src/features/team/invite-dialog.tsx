import type { CreatedInvitation, CreateInvitationRequest, Role } from '@longshore/sdk'
import { createInvitation, getSignUp, listInvitations } from '@longshore/sdk/operations'
import { CreateInvitationRequest as InvitationSchema } from '@longshore/sdk/schemas'
import { useState } from 'react'
import { useAction } from '../../api/actions.ts'
import { useRead } from '../../api/queries.ts'
import { text } from '../../text/text.ts'
import { Button } from '../../ui/button.tsx'
import { ChoiceCards } from '../../ui/choice-cards.tsx'
import { CodeBlock } from '../../ui/copy.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/form/fields.tsx'
import { Form, useApiForm } from '../../ui/form/form.tsx'
import { roleChoices } from './roles.ts'

const words = text.team.invitations

export function InviteDialog({ organizationId, onClose }: { organizationId: string; onClose(): void }) {
  const [created, setCreated] = useState<CreatedInvitation | null>(null)
  const signUp = useRead(getSignUp, {})
  const noteOf = signUp.data?.delivery === 'email' ? words.linkNoteEmailed : words.linkNote
  if (created !== null)
    return (
      <Dialog title={words.linkTitle} note={noteOf(created.email)} isOpen onClose={onClose}>
        <CodeBlock label={words.link}>{created.link}</CodeBlock>
        <div className="mt-4 flex justify-end">
          <Button kind="primary" onClick={onClose}>
            {words.done}
          </Button>
        </div>
      </Dialog>
    )
  return (
    <Dialog title={words.dialogTitle} note={words.note} isOpen onClose={onClose}>
      <InviteForm organizationId={organizationId} onClose={onClose} onDone={setCreated} />
    </Dialog>
  )
}

interface InviteFormProps {
  organizationId: string
  onDone(invitation: CreatedInvitation): void
  onClose(): void
}

function InviteForm({ organizationId, onDone, onClose }: InviteFormProps) {
  const [role, setRole] = useState<Role>('developer')
  const invite = useAction(createInvitation, { refreshes: [listInvitations] })
  const form = useApiForm<Pick<CreateInvitationRequest, 'email'>>({
    schema: InvitationSchema,
    defaults: { email: '' },
    toBody: ({ email }) => ({ email, role }),
    submit: async ({ email }) => onDone(await invite.must({ id: organizationId, body: { email, role } })),
  })
  return (
    <Form form={form} action={words.action} onCancel={onClose}>
      <TextField name="email" label={words.email} type="email" hasFocus />
      <ChoiceCards
        label={words.role}
        value={role}
        choices={roleChoices}
        onChange={(value) => setRole(value)}
        columns=""
      />
    </Form>
  )
}
