/** Shows who asks, and lets the person choose organization and permissions. */
import type { DeviceSignIn, User } from '@longshore/sdk'
import { approveDeviceSignIn, denyDeviceSignIn, findDeviceSignIn, listApiTokens } from '@longshore/sdk/operations'
import { type ReactNode, useState } from 'react'
import { useAction } from '../../api/actions.ts'
import { currentOrganization } from '../../api/organization.ts'
import { useRead } from '../../api/queries.ts'
import { text } from '../../text/text.ts'
import { Button } from '../../ui/button.tsx'
import { ChoiceCards } from '../../ui/choice-cards.tsx'
import { Facts } from '../../ui/facts.tsx'
import { inputClass } from '../../ui/input-class.ts'
import { Notice } from '../../ui/notice.tsx'
import { ProblemCard } from '../../ui/problem-card.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { withRecentSignIn } from '../auth/recent-sign-in.tsx'
import { LabeledSelect } from './labeled-select.tsx'
import { ScopePicker } from './scope-picker.tsx'
import { type Preset, presetScopes, type Scope, scopesOf } from './token-scopes.ts'

const words = text.device
const form = text.tokens.form
const dayMs = 86_400_000
const presets = (['all', 'deploy', 'read', 'custom'] as const).map((value) => ({
  value,
  label: form.presets[value],
  note: form.presetNotes[value],
}))
const lifetimes = ([30, 90, 365, 0] as const).map((days) => ({ value: String(days), label: form.lifetimes[days] }))

export interface DeviceDecisionProps {
  user: User
  code: string
  /** The person didn't type the code. */
  isFromLink: boolean
  onDone(outcome: 'approved' | 'denied'): void
  onRestart(): void
}

export function DeviceDecision(props: DeviceDecisionProps) {
  const { code, isFromLink, onRestart } = props
  const found = useRead(findDeviceSignIn, { body: { userCode: code } })
  const [typed, setTyped] = useState('')
  if (found.data === undefined && found.error === null) return <SkeletonRows rows={3} />
  if (found.data === undefined)
    return (
      <div className="flex flex-col gap-3">
        <ProblemCard error={found.error} />
        <Button onClick={onRestart}>{words.another}</Button>
      </div>
    )
  // An attacker could have sent the link. They can't make the person's own program show its code.
  const mustType = isFromLink && !found.data.isYourAddress
  return (
    <div className="flex flex-col gap-4">
      <Request signIn={found.data} code={mustType ? null : code} />
      {mustType && (
        <label className="flex flex-col gap-1 text-sm">
          {words.typeCode}
          <input
            className={inputClass}
            value={typed}
            autoComplete="off"
            onChange={({ target }) => setTyped(target.value)}
          />
        </label>
      )}
      <Choices {...props} signIn={found.data} isConfirmed={!mustType || typed.trim().toUpperCase() === code} />
    </div>
  )
}

function Request({ signIn, code }: { signIn: DeviceSignIn; code: string | null }) {
  const asked = <RelativeTime at={signIn.createdAt} />
  return (
    <>
      <p className="text-sm">{code === null ? words.compareTyped : words.compare}</p>
      {code !== null && <p className="text-center font-mono text-2xl font-semibold tracking-widest">{code}</p>}
      <Facts
        facts={[
          { name: words.program, value: signIn.clientName },
          { name: words.address, value: <code>{signIn.ip}</code> },
          { name: words.asked, value: asked },
        ]}
      />
      {!signIn.isYourAddress && <Notice tone="warn">{words.otherAddress}</Notice>}
    </>
  )
}

interface ChoicesProps extends DeviceDecisionProps {
  signIn: DeviceSignIn
  isConfirmed: boolean
}

function Choices({ user, code, signIn, isConfirmed, onDone }: ChoicesProps): ReactNode {
  const [organizationId, setOrganization] = useState(currentOrganization() ?? '')
  const [preset, setPreset] = useState<Preset>(signIn.isYourAddress ? 'all' : 'deploy')
  const role = user.organizations.find(({ id }) => id === organizationId)?.role ?? 'viewer'
  const [ticked, setTicked] = useState<readonly Scope[]>(() => presetScopes('read', role))
  const [days, setDays] = useState('90')
  const approve = useAction(approveDeviceSignIn, { refreshes: [listApiTokens], onDone: () => onDone('approved') })
  const deny = useAction(denyDeviceSignIn, { onDone: () => onDone('denied') })
  const scopes =
    preset === 'custom' ? ticked.filter((each) => scopesOf(role).includes(each)) : presetScopes(preset, role)
  const body = () => ({
    userCode: code,
    name: signIn.clientName,
    scopes: [...scopes],
    ...(days === '0' ? {} : { expiresAt: new Date(Date.now() + Number(days) * dayMs).toISOString() }),
  })
  const send = () => withRecentSignIn(() => approve.must({ body: body() }, { organization: organizationId }))
  const organizations = user.organizations.map(({ id, name }) => ({ value: id, label: name }))
  return (
    <>
      <LabeledSelect
        label={words.organization}
        value={organizationId}
        choices={organizations}
        onChange={setOrganization}
      />
      <ChoiceCards label={form.preset} value={preset} choices={presets} onChange={setPreset} columns="" />
      {preset === 'custom' && <ScopePicker scopes={scopesOf(role)} ticked={ticked} onChange={setTicked} />}
      <LabeledSelect label={form.lifetime} value={days} choices={lifetimes} onChange={setDays} />
      <ProblemCard error={approve.error ?? deny.error} />
      <div className="flex gap-2">
        <Button
          kind="primary"
          isBusy={approve.isBusy}
          disabled={scopes.length === 0 || !isConfirmed}
          onClick={() => void send().catch(() => undefined)}
        >
          {words.approve}
        </Button>
        <Button isBusy={deny.isBusy} onClick={() => void deny.run({ body: { userCode: code } })}>
          {words.deny}
        </Button>
      </div>
    </>
  )
}
