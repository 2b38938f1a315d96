import type { Connector, ConnectorLink, EnvironmentSummary } from '@longshore/sdk'
import { useId, useState } from 'react'
import { text } from '../../text/text.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { inputClass } from '../../ui/input-class.ts'
import { ProblemCard } from '../../ui/problem-card.tsx'
import { type LinkEvent, usualLinkEvents } from './link-events.ts'

type Severity = NonNullable<ConnectorLink['minSeverity']>

const words = text.projects.links
/** Events of a project. */
const linkEvents: readonly LinkEvent[] = [
  'deployment_started', 'deployment_succeeded', 'deployment_failed', 'deployment_rolled_back', 'deployment_cancelled',
  'deployment_not_started', 'job_failed', 'backup_failed', 'backup_proven', 'backup_proof_failed', 'backup_missing', 'drill_failed', 'recovery_target_missed', 'restore_succeeded', 'restore_failed',
  'certificate_expiring', 'certificate_failed', 'domain_failed', 'alert_raised', 'alert_cleared',
] // biome-ignore format: a list
const severities: readonly Severity[] = ['info', 'warning', 'critical']

export interface ConnectorLinkDialogProps {
  link: ConnectorLink | undefined
  connectors: readonly Connector[]
  environments: readonly EnvironmentSummary[]
  onSave(link: ConnectorLink): Promise<void>
  onClose(): void
}

export function ConnectorLinkDialog({ link, connectors, environments, onSave, onClose }: ConnectorLinkDialogProps) {
  const [connectorId, setConnectorId] = useState(link?.connectorId ?? connectors[0]?.id ?? '')
  const [events, setEvents] = useState<readonly LinkEvent[]>(link?.events ?? usualLinkEvents)
  const [chosen, setChosen] = useState<readonly string[] | null>(link?.environments ?? null)
  const [minSeverity, setMinSeverity] = useState<Severity>(link?.minSeverity ?? 'info')
  const [state, setState] = useState<{ isBusy: boolean; error: unknown }>({ isBusy: false, error: null })
  const id = useId()
  const save = async () => {
    setState({ isBusy: true, error: null })
    const wanted = { connectorId, events: [...events], environments: chosen === null ? null : [...chosen], minSeverity }
    await onSave(wanted).then(onClose, (error: unknown) => setState({ isBusy: false, error }))
  }
  return (
    <Dialog title={link === undefined ? words.add : words.edit} isOpen onClose={onClose}>
      <div className="flex flex-col gap-4 text-sm">
        <Choice id={`${id}-connector`} label={words.connector} value={connectorId} onChange={setConnectorId}>
          {connectors.map((each) => ({ value: each.id, label: each.name }))}
        </Choice>
        <CheckList
          label={words.events}
          choices={linkEvents.map((event) => ({ value: event, label: text.notices.events[event] }))}
          values={events}
          onChange={(values) => setEvents(linkEvents.filter((event) => values.includes(event)))}
        />
        <Checkbox
          label={words.all}
          value={chosen === null}
          onChange={(isAll) => setChosen(isAll ? null : environments.map((each) => each.id))}
        />
        {chosen !== null && (
          <CheckList
            label={words.only}
            choices={environments.map((each) => ({ value: each.id, label: each.name }))}
            values={chosen}
            onChange={setChosen}
          />
        )}
        <Choice
          id={`${id}-severity`}
          label={words.severity}
          value={minSeverity}
          onChange={(value) => setMinSeverity(severities.find((each) => each === value) ?? 'info')}
        >
          {severities.map((each) => ({ value: each, label: text.notices.atLeast[each] }))}
        </Choice>
        {events.length === 0 && <p className="text-bad">{words.pickEvents}</p>}
        <ProblemCard error={state.error} />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{text.common.cancel}</Button>
          <Button kind="primary" isBusy={state.isBusy} disabled={events.length === 0} onClick={() => void save()}>
            {words.save}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

interface Named {
  value: string
  label: string
}

interface ChoiceProps {
  id: string
  label: string
  value: string
  onChange(value: string): void
  children: readonly Named[]
}

function Choice({ id, label, value, onChange, children }: ChoiceProps) {
  return (
    <div>
      <label htmlFor={id} className="mb-1 block font-medium">
        {label}
      </label>
      <select id={id} value={value} onChange={(event) => onChange(event.target.value)} className={inputClass}>
        {children.map((each) => (
          <option key={each.value} value={each.value}>
            {each.label}
          </option>
        ))}
      </select>
    </div>
  )
}

interface CheckListProps {
  label: string
  choices: readonly Named[]
  values: readonly string[]
  onChange(values: string[]): void
}

function CheckList({ label, choices, values, onChange }: CheckListProps) {
  return (
    <fieldset>
      <legend className="mb-1.5 font-medium">{label}</legend>
      <div className="grid gap-2 sm:grid-cols-2">
        {choices.map(({ value, label: name }) => (
          <Checkbox
            key={value}
            label={name}
            value={values.includes(value)}
            onChange={(isOn) => onChange(isOn ? [...values, value] : values.filter((each) => each !== value))}
          />
        ))}
      </div>
    </fieldset>
  )
}
