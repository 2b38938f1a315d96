/**
 * Forms whose rules come from the API's own schemas. What the server finds wrong is shown at the field as well, with the same words;
 * what belongs to no field stands below them, with its hint.
 */
import { isProblem, type JsonSchema } from '@longshore/sdk'
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
import { text } from '../../text/text.ts'
import { Button } from '../button.tsx'
import { ProblemCard } from '../problem-card.tsx'

export interface ApiFormOptions<Values extends FieldValues> {
  schema: JsonSchema
  defaults: DefaultValues<Values>
  /** What is sent; default: the values, without those that were left empty. */
  toBody?: (values: Values) => object
  /** Throws what the server said. */
  submit(values: Values): Promise<unknown>
}

export interface ApiForm<Values extends FieldValues> {
  form: UseFormReturn<Values>
  submit(): Promise<void>
  /** Of no field. */
  error: unknown
}

export function useApiForm<Values extends FieldValues>(options: ApiFormOptions<Values>): ApiForm<Values> {
  const { schema, defaults, submit, toBody = withoutEmpty } = options
  const [error, setError] = useState<unknown>(null)
  const resolver: Resolver<Values> = async (values) => {
    const faults = validate(schema, toBody(values))
    if (faults.length === 0) return { values, errors: {} }
    const errors = {}
    for (const { pointer, message, code } of faults) setPath(errors, toPath(pointer), { type: code, message })
    return { values: {}, errors }
  }
  // Not when a field is left: a fault that appears then moves what the mouse is about to press, and the press is lost.
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
      // A fault of something that the form has no field for would otherwise be invisible.
      const known = new Set(Object.keys(form.control._fields))
      const strange = Object.keys(faults).find((name) => !known.has(name))
      setError(strange === undefined ? null : new Error(text.form.strangeField(strange)))
    },
  )
  return { form, error, submit: () => send() }
}

/** As JSON has it: an empty field was not given. */
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
  /** On the button: the deed. */
  action: string
  onCancel?: () => void
  /** Beside the button. */
  extra?: ReactNode
}

export function Form<Values extends FieldValues>({ form: api, children, action, onCancel, extra }: FormProps<Values>) {
  const { form, submit, error } = api
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
        {children}
        <ProblemCard error={error} />
        <div className="flex flex-wrap items-center justify-end gap-2">
          {extra}
          {onCancel !== undefined && <Button onClick={onCancel}>{text.common.cancel}</Button>}
          <Button type="submit" kind="primary" isBusy={form.formState.isSubmitting}>
            {action}
          </Button>
        </div>
      </form>
    </FormProvider>
  )
}
