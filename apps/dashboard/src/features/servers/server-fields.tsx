/** Fields that adding and editing a server share. */
import { listServers } from '@longshore/sdk/operations'
import { useList } from '../../api/queries.ts'
import { text } from '../../text/text.ts'
import { NumberField, SelectField, TextField } from '../../ui/form/fields.tsx'

const words = text.newServer

export function AddressFields() {
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-[1fr_6rem]">
        <TextField name="host" label={words.host} help={words.hostHelp} isCode hasFocus />
        <NumberField name="port" label={words.port} />
      </div>
      <TextField name="username" label={words.username} help={words.usernameHelp} isCode />
    </>
  )
}

export function JumpField({ except }: { except?: string }) {
  const servers = useList(listServers, { limit: 100 })
  const others = servers.items.filter(({ id }) => id !== except)
  const choices = [{ value: '', label: words.direct }, ...others.map(({ id, name }) => ({ value: id, label: name }))]
  if (others.length === 0) return null
  return <SelectField name="jumpServerId" label={words.jump} help={words.jumpHelp} choices={choices} />
}
