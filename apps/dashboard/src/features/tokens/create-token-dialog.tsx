import type { CreatedApiToken } from '@longshore/sdk'
import { createApiToken, listApiTokens } from '@longshore/sdk/operations'
import { CreateApiTokenRequest as TokenSchema } from '@longshore/sdk/schemas'
import { useState } from 'react'
import { useAction } from '../../api/actions.ts'
import { useOrganization } from '../../api/organization.ts'
import { text } from '../../text/text.ts'
import { ChoiceCards } from '../../ui/choice-cards.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { SelectField, TextAreaField, TextField } from '../../ui/form/fields.tsx'
import { Form, useApiForm } from '../../ui/form/form.tsx'
import { withRecentSignIn } from '../auth/recent-sign-in.tsx'
import { ProjectPicker } from './project-picker.tsx'
import { ScopePicker } from './scope-picker.tsx'
import { type Preset, presetScopes, type Scope, scopesOf } from './token-scopes.ts'

const words = text.tokens.form
const dayMs = 86_400_000
const presets = (['read', 'deploy', 'all', 'custom'] as const).map((value) => ({
  value,
  label: words.presets[value],
  note: words.presetNotes[value],
}))
const lifetimes = ([30, 90, 365, 0] as const).map((days) => ({ value: String(days), label: words.lifetimes[days] }))

interface Values {
  name: string
  days: string
  ipRanges: string
}

export interface CreateTokenDialogProps {
  onDone(token: CreatedApiToken): void
  onClose(): void
}

export function CreateTokenDialog({ onDone, onClose }: CreateTokenDialogProps) {
  const role = useOrganization()?.role ?? 'viewer'
  const [preset, setPreset] = useState<Preset>('deploy')
  const [ticked, setTicked] = useState<readonly Scope[]>(() => presetScopes('read', role))
  const [projectIds, setProjectIds] = useState<readonly string[]>([])
  const create = useAction(createApiToken, { refreshes: [listApiTokens] })
  const toBody = ({ name, days, ipRanges }: Values) => ({
    name,
    scopes: preset === 'custom' ? [...ticked] : presetScopes(preset, role),
    projectIds: [...projectIds],
    ipRanges: ipRanges.split(/[\s,]+/).filter(Boolean),
    ...(days === '0' ? {} : { expiresAt: new Date(Date.now() + Number(days) * dayMs).toISOString() }),
  })
  const form = useApiForm<Values>({
    schema: TokenSchema,
    defaults: { name: '', days: '90', ipRanges: '' },
    toBody,
    submit: async (values) => onDone(await withRecentSignIn(() => create.must({ body: toBody(values) }))),
  })
  return (
    <Dialog title={words.title} isOpen onClose={onClose}>
      <Form form={form} action={words.action} onCancel={onClose}>
        <TextField name="name" label={text.tokens.name} help={text.tokens.nameHelp} hasFocus />
        <ChoiceCards label={words.preset} value={preset} choices={presets} onChange={(value) => setPreset(value)} />
        {preset === 'custom' && <ScopePicker scopes={scopesOf(role)} ticked={ticked} onChange={setTicked} />}
        <ProjectPicker ticked={projectIds} onChange={setProjectIds} />
        <SelectField name="days" label={words.lifetime} choices={lifetimes} />
        <TextAreaField name="ipRanges" label={words.ranges} help={words.rangesHelp} rows={2} isCode isOptional />
      </Form>
    </Dialog>
  )
}
