import { isLikelySecret } from '@longshore/analyzer/secret-name'
import { isProblem, type MissingVariable, ProblemError, type Service, type Variable } from '@longshore/sdk'
import { getEnvironment, listContainerVariables, listVariables, replaceVariables } from '@longshore/sdk/operations'
import { ReplacedVariableRequest as VariableSchema } from '@longshore/sdk/schemas'
import { useEffect, useRef } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { useAction } from '../../api/actions.ts'
import { text } from '../../text/text.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { CheckboxField, SelectField, TextAreaField, TextField } from '../../ui/form/fields.tsx'
import { Form, useApiForm } from '../../ui/form/form.tsx'
import { useEnvironment } from '../environments/environment-context.ts'
import { useSavedNotice } from './use-saved-notice.ts'

interface Values {
  key: string
  value: string
  secret: boolean
  sealed: boolean
  scope: Variable['scope']
  expand: boolean
  service: string
}

export interface EditVariableDialogProps {
  variable: Variable | undefined
  /** The variable that gets its value now. */
  missing?: MissingVariable
  onClose(): void
}

export function EditVariableDialog({ variable, missing, onClose }: EditVariableDialogProps) {
  const { id, services } = useEnvironment()
  const words = text.variables
  const notify = useSavedNotice(id)
  const save = useAction(replaceVariables, { refreshes: [listVariables, listContainerVariables, getEnvironment] })
  const toBody = ({ value, service, ...rest }: Values) => ({
    ...rest,
    // A value with references isn't a secret: it refers to those that are.
    secret: rest.secret && !rest.expand,
    sealed: rest.secret && rest.sealed && !rest.expand,
    // An empty field keeps the stored secret.
    ...(variable !== undefined && variable.value === null && value === '' ? {} : { value }),
    ...(service === '' ? {} : { service }),
  })
  const form = useApiForm<Values>({
    schema: VariableSchema,
    defaults: {
      key: variable?.key ?? missing?.key ?? '',
      value: variable?.value ?? '',
      secret: variable?.secret ?? missing !== undefined,
      sealed: variable?.sealed ?? false,
      scope: variable?.scope ?? missing?.scope ?? 'runtime',
      expand: variable?.expand ?? false,
      service: variable?.service ?? missing?.service ?? '',
    },
    toBody,
    async submit(values) {
      const body = { variables: [toBody(values)], keepOthers: true }
      const { changes } = await save.must({ id, body }).catch((error: unknown) => {
        throw ofOne(error)
      })
      notify(changes)
      onClose()
    },
  })
  return (
    <Dialog isOpen title={titleOf(variable, missing)} onClose={onClose}>
      <Form form={form} action={words.save} onCancel={onClose}>
        <Fields
          variable={variable}
          isNew={variable === undefined && missing === undefined}
          isText={isText(services, { key: variable?.key ?? missing?.key, value: variable?.value })}
        />
      </Form>
    </Dialog>
  )
}

/** The server's pointers name the only item of a list. */
function ofOne(error: unknown): unknown {
  if (!isProblem(error)) return error
  const errors = error.errors.map((each) => ({ ...each, pointer: each.pointer.replace(/^\/variables\/0/, '') }))
  return new ProblemError({ ...error.body, errors }, { status: error.status })
}

function titleOf(variable: Variable | undefined, missing: MissingVariable | undefined): string {
  const words = text.variables
  if (variable !== undefined) return words.editTitle(variable.key)
  return missing === undefined ? words.addTitle : words.fillTitle(missing.key)
}

/** Preselects Secret for a new variable that looks like one, until the person chooses. */
function useSecretByName(isNew: boolean): () => void {
  const { control, setValue } = useFormContext<Values>()
  const [key, value] = useWatch({ control, name: ['key', 'value'] })
  const isChosen = useRef(false)
  useEffect(() => {
    if (isNew && !isChosen.current) setValue('secret', isLikelySecret(key, value))
  }, [isNew, key, value, setValue])
  return () => {
    isChosen.current = true
  }
}

/** The text of a file, or another value with several lines. */
function isText(
  services: readonly Pick<Service, 'files'>[],
  { key, value }: { key: string | undefined; value: string | null | undefined },
): boolean {
  const isFile = services.some(({ files = [] }) => files.some(({ variable }) => variable === key))
  return (key !== undefined && isFile) || value?.includes('\n') === true
}

interface FieldsProps {
  variable: Variable | undefined
  isNew: boolean
  isText: boolean
}

function Fields({ variable, isNew, isText: hasLines }: FieldsProps) {
  const { services } = useEnvironment()
  const { control } = useFormContext<Values>()
  const [isSecret, hasReferences] = useWatch({ control, name: ['secret', 'expand'] })
  const { fields: words, scopes, allServices } = text.variables
  const choose = useSecretByName(isNew)
  const isKept = variable !== undefined && variable.value === null
  const serviceChoices = [
    { value: '', label: allServices },
    ...services.map(({ name }) => ({ value: name, label: name })),
  ]
  return (
    <>
      {isNew && <TextField name="key" label={words.key} isCode hasFocus placeholder="DATABASE_URL" />}
      <TextAreaField
        name="value"
        label={words.value}
        help={hasReferences ? words.expandedHelp : isKept ? words.newValueHelp : words.valueHelp}
        rows={hasLines ? 12 : 3}
        isCode
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          name="scope"
          label={words.scope}
          choices={[
            { value: 'runtime', label: scopes.runtime },
            { value: 'build', label: scopes.build },
            { value: 'both', label: scopes.both },
            { value: 'reference', label: scopes.reference },
          ]}
        />
        {isNew && <SelectField name="service" label={words.service} choices={serviceChoices} />}
      </div>
      <CheckboxField name="expand" label={words.expand} help={words.expandHelp} />
      {!hasReferences && (
        <div onChange={choose}>
          <CheckboxField name="secret" label={words.secret} help={words.secretHelp} />
        </div>
      )}
      {isSecret && !hasReferences && <CheckboxField name="sealed" label={words.sealed} help={words.sealedHelp} />}
    </>
  )
}
