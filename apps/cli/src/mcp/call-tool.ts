/** One tool call: checks access and arguments, and asks the person to confirm changes. */
import { validate } from '@longshore/sdk/validate'
import { toErrorReport } from '../errors.ts'
import { toSafeJson } from '../terminal/sanitize-terminal-text.ts'
import type { Confirmations } from './confirmations.ts'
import { inputSchemaOf, type Plan, type Tool, type ToolCall } from './tool.ts'
import type { ToolAccess } from './tool-access.ts'

export interface Caller {
  readonly url: string
  readonly access: ToolAccess
  readonly confirmations: Confirmations
  toCall(given: Record<string, unknown>, signal: AbortSignal): ToolCall
}

export interface CallRequest {
  readonly tool: Tool
  readonly given: Record<string, unknown>
  readonly signal: AbortSignal
  /** Whether the client can show questions to the person. */
  readonly canAsk: boolean
  /** The answer to an earlier question. Undefined: nothing was asked yet. */
  readonly answer?: Answer | undefined
}

export interface Answer {
  readonly key: string
  readonly action: 'accept' | 'decline' | 'cancel' | 'none'
}

export type CallOutcome =
  | { readonly content: { readonly type: 'text'; readonly text: string }[]; readonly isError?: true }
  | { readonly ask: string; readonly key: string }

const refusals = {
  decline: { code: 'declined', message: 'The user declined. Nothing was done.', hint: 'Ask them what to do instead.' },
  cancel: {
    code: 'canceled',
    message: 'The user closed the question without answering. Nothing was done.',
    hint: 'Call the tool again only when they ask for it.',
  },
  none: { code: 'unanswered', message: "The question wasn't answered. Nothing was done.", hint: '' },
}

/** Errors of a tool are returned as results, so that the assistant can react to them. */
export async function callTool(caller: Caller, request: CallRequest): Promise<CallOutcome> {
  try {
    return await attempt(caller, request)
  } catch (error) {
    const { code, message, hint, page, errors } = toErrorReport(error, caller.url)
    return toRefusal({ code, message, hint, page, errors })
  }
}

async function attempt(caller: Caller, request: CallRequest): Promise<CallOutcome> {
  const { tool, given, signal, canAsk, answer } = request
  const reason = await caller.access.denialReason(tool, canAsk)
  if (reason !== undefined) return toRefusal({ code: 'forbidden', message: reason, hint: '' })
  const faults = validate(inputSchemaOf(tool), given)
  if (faults.length > 0) {
    const message = faults.map((fault) => `${fault.pointer.slice(1) || 'arguments'} ${fault.message}`).join('; ')
    return toRefusal({ code: 'usage', message: `${message}.`, hint: 'Nothing was done.' })
  }
  const call = caller.toCall(given, signal)
  if (tool.kind === 'read') return toResult(await tool.run(call))
  if (!caller.access.mustAsk(tool)) return await carryOut(await tool.plan(call), signal)
  const fingerprint = JSON.stringify([tool.name, given])
  if (answer === undefined) {
    const plan = await tool.plan(call)
    return { ask: askFor(plan, caller.url), key: caller.confirmations.open(fingerprint, plan) }
  }
  const plan = caller.confirmations.take(answer.key, fingerprint)
  if (plan === undefined)
    return toRefusal({
      code: 'unanswered',
      message: "There's no open question for this answer. Nothing was done.",
      hint: 'Call the tool again.',
    })
  return answer.action === 'accept' ? await carryOut(plan, signal) : toRefusal(refusals[answer.action])
}

function askFor({ question }: Plan, url: string): string {
  return `${question}\n\nYour assistant asks for this on ${url}. Accept only if you want it.`
}

/** Ignores a confirmation that arrives after the client canceled the call. */
async function carryOut(plan: Plan, signal: AbortSignal): Promise<CallOutcome> {
  signal.throwIfAborted()
  return toResult(await plan.run())
}

function toResult(value: unknown): CallOutcome {
  return { content: [{ type: 'text', text: toSafeJson(value ?? {}) }] }
}

function toRefusal(report: object): CallOutcome {
  return { isError: true, content: [{ type: 'text', text: toSafeJson(report) }] }
}
