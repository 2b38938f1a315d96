import { isPassing, SourceError, sourceErrorCodes } from '@longshore/source/git'
import { expect, test } from 'vitest'
import { isPermanent } from '../../platform/durable/permanent-error.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import { OutboundError } from '../../platform/outbound/outbound-error.ts'
import { explainErrors } from './source-work.remote.ts'

const never = new AbortController().signal

async function explain(error: unknown, signal = never): Promise<unknown> {
  return await explainErrors(signal, () => Promise.reject(error)).catch((reason: unknown) => reason)
}

test.each(sourceErrorCodes.filter((code) => code !== 'cancelled'))(
  '%s keeps its code, text and remedy',
  async (code) => {
    const error = await explain(new SourceError(code, 'what happened', { hint: 'what to do' }))
    expect(error).toMatchObject({ message: 'what happened', hint: 'what to do', problem: { code } })
  },
)

test.each(sourceErrorCodes.filter((code) => isPassing(code)))('%s is retried', async (code) => {
  expect(isPermanent(await explain(new SourceError(code, 'x', { hint: 'y' })))).toBe(false)
})

test.each([
  'repository_not_found',
  'branch_not_found',
  'repository_empty',
  'url_invalid',
  'root_directory_not_found',
] as const)('%s is final', async (code) =>
  expect(isPermanent(await explain(new SourceError(code, 'x', { hint: 'y' })))).toBe(true),
)

test("an unknown hostname is final, a failed lookup isn't", async () => {
  const failed = (code: string) =>
    new OutboundError('dns_failed', { cause: Object.assign(new Error('lookup'), { code }) })
  const unknown = await explain(new SourceError('address_refused', 'x', { hint: 'y', cause: failed('ENOTFOUND') }))
  const away = await explain(new SourceError('address_refused', 'x', { hint: 'y', cause: failed('EAI_AGAIN') }))
  expect(unknown).toMatchObject({ problem: { code: 'host_unknown' } })
  expect(away).toMatchObject({ problem: { code: 'host_unreachable' } })
  expect([unknown, away].map(isPermanent)).toEqual([true, false])
})

test('after a fired signal only its reason counts', async () => {
  const reason = new Error('cancelled by a person')
  expect(await explain(new SourceError('cancelled', 'x', { hint: 'y' }), AbortSignal.abort(reason))).toBe(reason)
})

test('a problem of the provider is passed on unchanged', async () => {
  const problem = new AppError({ code: 'provider_token_invalid', status: 409, title: 't', detail: 'd', hint: 'h' })
  expect(await explain(problem)).toBe(problem)
})
