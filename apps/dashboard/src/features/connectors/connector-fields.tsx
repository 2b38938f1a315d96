/** Fields for the name and the events. */
import { text } from '../../text/text.ts'
import { ChoicesField } from '../../ui/form/choices-field.tsx'
import { SelectField, TextField } from '../../ui/form/fields.tsx'
import { ownEvents, projectEvents } from './connector-kinds.ts'

const eventNames: Readonly<Record<string, string>> = text.notices.events
const choicesOf = (events: readonly string[]) => events.map((value) => ({ value, label: eventNames[value] ?? value }))
const ownChoices = choicesOf(ownEvents)
const projectChoices = choicesOf(projectEvents)
const severityChoices = Object.entries(text.notices.atLeast).map(([value, label]) => ({ value, label }))

export function NameField() {
  const connectors = text.connectors
  return <TextField name="name" label={connectors.name} help={connectors.nameHelp} hasFocus />
}

export function EventFields() {
  const connectors = text.connectors
  return (
    <>
      <ChoicesField
        name="projectEvents"
        label={connectors.allProjects.title}
        help={connectors.allProjects.help}
        choices={projectChoices}
      />
      <ChoicesField name="events" label={connectors.events.title} help={connectors.events.help} choices={ownChoices} />
      <SelectField name="minSeverity" label={connectors.minSeverity} choices={severityChoices} />
    </>
  )
}
