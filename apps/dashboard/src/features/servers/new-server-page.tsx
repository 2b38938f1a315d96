/** Adds a server: host, access, and a connection test before anything is saved. */
import type { CreateServerRequest } from '@longshore/sdk'
import { createServer, listServers } from '@longshore/sdk/operations'
import { CreateServerRequest as CreateServerSchema } from '@longshore/sdk/schemas'
import { useNavigate } from '@tanstack/react-router'
import { PlugZap, Square } from 'lucide-react'
import { useState } from 'react'
import { useAction } from '../../api/actions.ts'
import { paths } from '../../navigation/paths.ts'
import { text } from '../../text/text.ts'
import { Allowed } from '../../ui/allowed.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ChoiceCards } from '../../ui/choice-cards.tsx'
import { Disclosure } from '../../ui/disclosure.tsx'
import { TextAreaField, TextField } from '../../ui/form/fields.tsx'
import { Form, useApiForm, withoutEmpty } from '../../ui/form/form.tsx'
import { Page } from '../../ui/page.tsx'
import { ConnectionTestView } from './connection-test.tsx'
import { AddressFields, JumpField } from './server-fields.tsx'
import { useConnectionTest } from './use-connection-test.ts'

type AccessMethod = 'made' | 'own'
const words = text.newServer
const defaults = {
  name: '', host: '', port: 22, username: 'root', privateKey: '', passphrase: '',
  hostKeyFingerprint: '', jumpServerId: '', baseDomain: '',
} // biome-ignore format: all of them empty but two

export function NewServerPage() {
  const navigate = useNavigate()
  const [way, setWay] = useState<AccessMethod>('made')
  const test = useConnectionTest()
  const create = useAction(createServer, { refreshes: [listServers] })
  const toBody = (values: CreateServerRequest) => bodyOf(values, way)
  const api = useApiForm<CreateServerRequest>({
    schema: CreateServerSchema,
    defaults,
    toBody,
    async submit(values) {
      const server = await create.must({ body: toBody(values) })
      await navigate({ to: paths.server(server.id) })
    },
  })
  const { form } = api
  const startTest = async () => {
    if (!(await form.trigger(['host', 'port', 'username', 'privateKey']))) return
    const { host, port, username, privateKey, passphrase, hostKeyFingerprint } = bodyOf(form.getValues(), way)
    test.start({ host, port, username, privateKey, passphrase, hostKeyFingerprint })
  }
  const { isRunning, stages } = test.state
  const testButton = isRunning ? (
    <Button icon={<Square aria-hidden size={14} />} onClick={test.stop}>
      {words.stopTest}
    </Button>
  ) : (
    <Button icon={<PlugZap aria-hidden size={16} />} onClick={() => void startTest()}>
      {stages.size === 0 ? words.test : words.testAgain}
    </Button>
  )
  return (
    <Page title={words.title} note={words.note} crumbs={[{ label: text.servers.title, to: paths.servers() }]}>
      <Allowed to={createServer} hasReason>
        <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,1fr)_minmax(0,28rem)]">
          <Card>
            <Form form={api} action={words.create} extra={testButton}>
              <AddressFields />
              <TextField name="name" label={words.name} help={words.nameHelp} isOptional />
              <AccessFields way={way} onChange={setWay} />
              <MoreFields />
            </Form>
          </Card>
          <Card title={text.connectionTest.title} note={text.connectionTest.note} className="xl:sticky xl:top-18">
            <ConnectionTestView
              state={test.state}
              expected={form.watch('hostKeyFingerprint')}
              onExpect={(fingerprint) => form.setValue('hostKeyFingerprint', fingerprint, { shouldDirty: true })}
            />
          </Card>
        </div>
      </Allowed>
    </Page>
  )
}

/** Sends only the fields of the chosen access method. The name defaults to the host. */
function bodyOf(values: CreateServerRequest, way: AccessMethod): CreateServerRequest {
  const { privateKey, passphrase, name, ...rest } = values
  const given = withoutEmpty({ ...rest, ...(way === 'own' ? { privateKey, passphrase } : {}) })
  return { ...Object(given), name: name || values.host || words.title }
}

function AccessFields({ way, onChange }: { way: AccessMethod; onChange(way: AccessMethod): void }) {
  const { ways } = words
  return (
    <>
      <ChoiceCards
        label={words.access}
        value={way}
        onChange={onChange}
        choices={[
          { value: 'made', label: ways.made, note: ways.madeHelp },
          { value: 'own', label: ways.own, note: ways.ownHelp },
        ]}
      />
      {way === 'own' && (
        <>
          <TextAreaField name="privateKey" label={words.privateKey} help={words.privateKeyHelp} rows={6} isCode />
          <TextField name="passphrase" label={words.passphrase} type="password" isOptional />
        </>
      )}
    </>
  )
}

function MoreFields() {
  return (
    <Disclosure title={words.more}>
      <TextField name="hostKeyFingerprint" label={words.fingerprint} help={words.fingerprintHelp} isCode isOptional />
      <JumpField />
      <TextField name="baseDomain" label={words.baseDomain} help={words.baseDomainHelp} isCode isOptional />
    </Disclosure>
  )
}
