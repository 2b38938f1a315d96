/** Changes through the SDK: progress, errors, and which reads to refresh afterwards. */
import type { CallOptions, JsonOperation, Operation } from '@longshore/sdk'
import { useMutation } from '@tanstack/react-query'
import { currentOrganization } from './organization.ts'
import { refresh } from './queries.ts'
import { client } from './session.ts'

export interface ActionOptions<Taken, Answer> {
  /** Reads to repeat after the change. */
  refreshes?: readonly Operation<unknown>[]
  onDone?: (answer: Answer, parameters: Taken) => void | Promise<void>
}

export interface Action<Taken, Answer> {
  /** Resolves to undefined on failure; `error` explains why. */
  run(parameters: Taken, options?: CallOptions): Promise<Answer | undefined>
  /** Rejects with the problem. Forms show it at the field. */
  must(parameters: Taken, options?: CallOptions): Promise<Answer>
  readonly isBusy: boolean
  readonly error: Error | null
  forget(): void
}

export function useAction<Taken extends object, Answer>(
  operation: JsonOperation<Taken, Answer>,
  { refreshes = [], onDone }: ActionOptions<NoInfer<Taken>, NoInfer<Answer>> = {},
): Action<Taken, Answer> {
  const mutation = useMutation<Answer, Error, { parameters: Taken; options: CallOptions }>({
    mutationFn: async ({ parameters, options }) =>
      await client.call(operation, parameters, { organization: currentOrganization(), ...options }),
    async onSuccess(answer, { parameters }) {
      await onDone?.(answer, parameters)
      void refresh(...refreshes)
    },
  })
  const must = async (parameters: Taken, options: CallOptions = {}) =>
    await mutation.mutateAsync({ parameters, options })
  return {
    must,
    run: async (parameters, options) => await must(parameters, options).catch(() => undefined),
    isBusy: mutation.isPending,
    error: mutation.error,
    forget: mutation.reset,
  }
}
