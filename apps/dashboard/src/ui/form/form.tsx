/**
 * Forms that validate with the API's schemas. Errors of the server appear at their fields too; errors without a field appear
 * below the form.
 */
import { type FieldError, isProblem, type JsonSchema } from '@longshore/sdk'
import { validate } from '@longshore/sdk/validate'
import { type ReactNode, useState } from 'react'
import {
  type DefaultValues,
  type FieldPath,
  type FieldValues,
  FormProvider,
  type Resolver,
  type UseFormReturn,
  useForm,
} from 'react-hook-form'
import type { Needed } from '../../api/role-permissions.ts'
import { useCan } from '../../api/use-can.ts'
import { text } from '../../text/text.ts'
import { askFor } from '../allowed.tsx'
import { Button } from '../button.tsx'
import { ProblemCard } from '../problem-card.tsx'

export interface ApiFormOptions<Values extends FieldValues> {
  schema: JsonSchema
  defaults: DefaultValues<Values>
  /** The request body. Default: the values without empty ones. */
  toBody?: (values: Values) => object
  /** Faults that a schema can't describe. Shown in place of the schema's error at the same field. */
  findFaults?: (values: Values) => readonly FieldError[]
  /** Throws the server's error. */
  submit(values: Values): Promise<unknown>
}

export interface ApiForm<Values extends FieldValues> {
  form: UseFormReturn<Values>
  submit(): Promise<void>
  /** An error that belongs to no field. */
  error: unknown
}

export function useApiForm<Values extends FieldValues>(options: ApiFormOptions<Values>): ApiForm<Values> {
  const { schema, defaults, submit, toBody = withoutEmpty, findFaults = () => [] } = options
  const [error, setError] = useState<unknown>(null)
  const resolver: Resolver<Values> = async (values) => {
    const faults = [...findFaults(values), ...validate(schema, toBody(values))]
    if (faults.length === 0) return { values, errors: {} }
    const errors = {}
    for (const { pointer, message, code } of faults) setPath(errors, toPath(pointer), { type: code, message })
    return { values: {}, errors }
  }
  // Not on blur: an error that appears then can move a button under the mouse, and the click is lost.
  const form = useForm<Values>({ defaultValues: defaults, resolver, mode: 'onSubmit', reValidateMode: 'onChange' })
  const send = form.handleSubmit(
    async (values) => {
      setError(null)
      try {
        await submit(values)
      } catch (failure) {
        if (!showAtFields(form, failure)) setError(failure)
      }
    },
    (faults) => {
      // Otherwise an error without a field would be invisible.
      const known = new Set(Object.keys(form.control._fields))
      const strange = Object.keys(faults).find((name) => !known.has(name))
      setError(strange === undefined ? null : new Error(text.form.strangeField(strange)))
    },
  )
  return { form, error, submit: () => send() }
}

/** Leaves out empty fields, as in JSON. */
export function withoutEmpty(values: FieldValues): object {
  return Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== '' && value !== undefined && !Number.isNaN(value)),
  )
}

function showAtFields<Values extends FieldValues>(form: UseFormReturn<Values>, failure: unknown): boolean {
  if (!isProblem(failure) || failure.errors.length === 0) return false
  const known = new Set(Object.keys(form.control._fields))
  const isOurs = (pointer: string) => known.has(toPath(pointer)[0] ?? '')
  if (!failure.errors.every(({ pointer }) => isOurs(pointer))) return false
  for (const { pointer, code, message } of failure.errors) {
    // biome-ignore lint/suspicious/noExplicitAny: the path was checked against the fields
    const path = toPath(pointer).join('.') as FieldPath<Values> & any
    form.setError(path, { type: code, message }, { shouldFocus: true })
  }
  return true
}

function toPath(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
}

function setPath(target: Record<string, unknown>, [first, ...rest]: string[], value: object): void {
  if (first === undefined) return
  if (rest.length === 0) {
    target[first] ??= value
    return
  }
  const below = typeof target[first] === 'object' && target[first] !== null ? { ...target[first] } : {}
  target[first] = below
  setPath(below, rest, value)
}

export interface FormProps<Values extends FieldValues> {
  form: ApiForm<Values>
  children: ReactNode
  /** Label of the submit button. */
  action: string
  onCancel?: () => void
  /** Shown next to the button. */
  extra?: ReactNode
  /** Shown above the buttons. In a long dialog it stays in sight, as for a confirmation that people must not miss. */
  confirmation?: ReactNode
  /** The permission that saving needs. Without it, the fields are disabled and the form says whom to ask. */
  needs?: Needed
}

export function Form<Values extends FieldValues>(props: FormProps<Values>) {
  const { children, action, onCancel, extra, confirmation, needs } = props
  const { form, submit, error } = props.form
  const can = useCan()
  const isAllowed = needs === undefined || can(needs)
  return (
    <FormProvider {...form}>
      <form
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <fieldset disabled={!isAllowed} className="flex min-w-0 flex-col gap-4">
          {children}
        </fieldset>
        {/* In a long dialog, the error and the buttons stay in sight. */}
        <div className="flex flex-col gap-4 in-[[role=dialog]]:sticky in-[[role=dialog]]:bottom-0 in-[[role=dialog]]:-mx-5 in-[[role=dialog]]:bg-raised in-[[role=dialog]]:px-5 in-[[role=dialog]]:py-3">
          {confirmation}
          <ProblemCard error={error} />
          <div className="flex flex-wrap items-center justify-end gap-2">
            {extra}
            {onCancel !== undefined && <Button onClick={onCancel}>{text.common.cancel}</Button>}
            {needs !== undefined && !isAllowed ? (
              <p className="text-sm text-ink-soft">{askFor(needs)}</p>
            ) : (
              <Button type="submit" kind="primary" isBusy={form.formState.isSubmitting}>
                {action}
              </Button>
            )}
          </div>
        </div>
      </form>
    </FormProvider>
  )
}
