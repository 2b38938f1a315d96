import type { ServerAllowances } from '@longshore/sdk'
import { getInstance, getServer, getServerAllowances, replaceServerAllowances } from '@longshore/sdk/operations'
import { ReplaceServerAllowancesRequest } from '@longshore/sdk/schemas'
import { useState } from 'react'
import { currentOrganization } from '../../api/organization.ts'
import { refresh, useRead } from '../../api/queries.ts'
import { client } from '../../api/session.ts'
import { text } from '../../text/text.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { CheckboxField, TextAreaField } from '../../ui/form/fields.tsx'
import { Form, useApiForm } from '../../ui/form/form.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { toast } from '../../ui/toasts.tsx'
import { withRecentSignIn } from '../auth/recent-sign-in.tsx'
import { type AllowanceValues, isAllowanceBody, toAllowanceBody, toAllowanceValues } from './allowance-lines.ts'

const words = text.serverAllowances

/** Only operators can change the list, whatever their role is. */
export function AllowancesCard({ serverId }: { serverId: string }) {
  const allowances = useRead(getServerAllowances, { id: serverId })
  const { data: instance } = useRead(getInstance, {})
  const [isOpen, setOpen] = useState(false)
  const canChange = instance?.isOperator === true && allowances.data !== undefined
  return (
    <Card
      title={words.title}
      note={words.note}
      actions={canChange && <Button onClick={() => setOpen(true)}>{words.change}</Button>}
    >
      <QueryView query={allowances}>{(data) => <AllowanceList allowances={data} />}</QueryView>
      {isOpen && allowances.data !== undefined && (
        <AllowancesDialog allowances={allowances.data} onClose={() => setOpen(false)} />
      )}
    </Card>
  )
}

function AllowanceList({ allowances }: { allowances: ServerAllowances }) {
  const { hostPaths, dockerSocket, capabilities, devices } = allowances
  const lines = [
    ...(dockerSocket ? [words.dockerSocket] : []),
    ...hostPaths.map(({ path, writable }) => (writable ? path : words.readOnly(path))),
    ...capabilities.map(words.capability),
    ...devices,
  ]
  if (lines.length === 0) return <p className="text-sm text-ink-soft">{words.nothing}</p>
  return (
    <ul className="flex flex-col gap-1 text-sm break-all">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
}

function AllowancesDialog({ allowances, onClose }: { allowances: ServerAllowances; onClose(): void }) {
  const { serverId: id, version } = allowances
  const form = useApiForm<AllowanceValues>({
    schema: ReplaceServerAllowancesRequest,
    defaults: toAllowanceValues(allowances),
    toBody: toAllowanceBody,
    async submit(values) {
      const body = toAllowanceBody(values)
      if (!isAllowanceBody(body)) return
      const options = { organization: currentOrganization(), ifMatch: version }
      await withRecentSignIn(() => client.call(replaceServerAllowances, { id, body }, options))
      void refresh(getServerAllowances)
      void refresh(getServer)
      toast(words.saved)
      onClose()
    },
  })
  return (
    <Dialog title={words.dialogTitle} note={words.dialogNote} isOpen onClose={onClose}>
      <Form form={form} action={text.common.save} onCancel={onClose}>
        <TextAreaField name="hostPaths" label={words.hostPaths} help={words.hostPathsHelp} rows={3} isCode />
        <TextAreaField name="capabilities" label={words.capabilities} help={words.capabilitiesHelp} rows={2} isCode />
        <TextAreaField name="devices" label={words.devices} help={words.devicesHelp} rows={2} isCode />
        <CheckboxField name="dockerSocket" label={words.dockerSocket} help={words.socketHelp} />
      </Form>
    </Dialog>
  )
}
