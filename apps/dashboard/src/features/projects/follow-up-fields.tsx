/** Asks who is notified and where backups go. People whose role can't set it up don't see it. */
import {
  getSignUp,
  listBackupDestinations,
  listConnectors,
  replaceConnectorLinks,
  updateBackupConfig,
} from '@longshore/sdk/operations'
import { Link } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { useFormContext } from 'react-hook-form'
import { useList, useRead } from '../../api/queries.ts'
import { sessionStore } from '../../api/session.ts'
import { useStore } from '../../api/store.ts'
import { useCan } from '../../api/use-can.ts'
import { paths } from '../../navigation/paths.ts'
import { text } from '../../text/text.ts'
import { Card } from '../../ui/card.tsx'
import { SelectField } from '../../ui/form/fields.tsx'
import type { FinalizeValues } from './finalize-values.ts'
import { emailMe, hasData, hasEmailTo, usualChannel, usualStore } from './follow-up-choice.ts'

const words = text.finalize.followUp

/** `hasChannel`: channels belong to the project, so only its first environment asks for one. */
export function FollowUpFields({ hasChannel }: { hasChannel: boolean }) {
  const can = useCan()
  const { watch } = useFormContext<FinalizeValues>()
  const asksChannel = hasChannel && can(replaceConnectorLinks)
  const asksStore = hasData(watch('services')) && can(updateBackupConfig)
  if (!asksChannel && !asksStore) return null
  return (
    <Card title={asksChannel && asksStore ? words.title : asksStore ? words.backups : words.notifications}>
      <div className="grid gap-4 sm:grid-cols-2">
        {asksChannel && <ChannelField />}
        {asksStore && <StoreField />}
      </div>
    </Card>
  )
}

/** The lists load after the form opens, so their result must not undo a choice. */
function usePreselected(name: 'channel' | 'store', usual: string | undefined): void {
  const { setValue, getFieldState } = useFormContext<FinalizeValues>()
  const choose = useEffectEvent((value: string) => {
    if (!getFieldState(name).isDirty) setValue(name, value)
  })
  useEffect(() => {
    if (usual !== undefined) choose(usual)
  }, [usual])
}

function ChannelField() {
  const connectors = useList(listConnectors, { limit: 100 })
  const signUp = useRead(getSignUp, {})
  const { user } = useStore(sessionStore)
  const { watch } = useFormContext<FinalizeValues>()
  const address = user?.email ?? ''
  const canSendEmail = signUp.data?.delivery === 'email' && !hasEmailTo(connectors.items, address)
  const isKnown = connectors.isSuccess && signUp.data !== undefined
  usePreselected('channel', isKnown ? usualChannel(connectors.items, canSendEmail) : undefined)
  const choices = [
    { value: '', label: words.noNotifications },
    ...connectors.items.map(({ id, name }) => ({ value: id, label: name })),
    ...(canSendEmail ? [{ value: emailMe, label: words.emailMe(address) }] : []),
  ]
  if (isKnown && choices.length === 1)
    return <SetUpFirst title={words.channel} note={words.noChannel} action={words.addChannel} to={paths.connectors()} />
  const help = watch('channel') === emailMe ? words.emailMeHelp : words.channelHelp
  return <SelectField name="channel" label={words.channel} help={help} choices={choices} />
}

function StoreField() {
  const stores = useList(listBackupDestinations, { limit: 100 })
  usePreselected('store', stores.isSuccess ? usualStore(stores.items) : undefined)
  if (stores.isEmpty)
    return <SetUpFirst title={words.store} note={words.noStore} action={words.addStore} to={paths.backupStores()} />
  const choices = [
    { value: '', label: words.noBackups },
    ...stores.items.map(({ id, name }) => ({ value: id, label: name })),
  ]
  return <SelectField name="store" label={words.store} help={words.storeHelp} choices={choices} />
}

function SetUpFirst({ title, note, action, to }: { title: string; note: string; action: string; to: string }) {
  return (
    <div className="text-sm">
      <p className="mb-1 font-medium">{title}</p>
      <p className="text-ink-soft">{note}</p>
      {/* Another tab, so that the form stays. */}
      <Link to={to} target="_blank" className="font-medium text-accent underline">
        {action}
      </Link>
    </div>
  )
}
