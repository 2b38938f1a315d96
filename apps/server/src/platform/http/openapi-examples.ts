/**
 * Examples of the API reference. Those of successful calls were recorded from a running instance; those of errors are what the
 * error handler makes of a problem.
 */
import { AppError } from '../errors/app-error.ts'
import type { ProblemDefinition } from '../errors/problem.ts'
import { problemBody } from './problem-body.ts'

export interface OperationExample {
  /** Body of the request; missing if it has none. */
  readonly request?: unknown
  /** By status; a text for what is not JSON. */
  readonly responses: Readonly<Record<string, unknown>>
}
export type OperationExamples = Readonly<Record<string, OperationExample>>
/** By status, the problem that stands for it. */
export type UsualProblems = Readonly<Record<number, ProblemDefinition>>

type Json = Record<string, unknown>

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
const invalidFields = [{ pointer: '/name', code: 'required', message: 'is required' }]

/** Bodies are recorded as JSON or as they are, never as a form. */
export function withExample(content: Json, example: unknown): Json {
  const recorded = Object.keys(content).find((type) => type !== 'multipart/form-data')
  if (recorded === undefined || example === undefined) return content
  return { ...content, [recorded]: Object.assign({}, content[recorded], { example }) }
}

/** Errors are the same for every operation, so each is written once and referred to. */
export function problemReference(status: number, problems: UsualProblems): Json {
  const code = problems[status]?.code
  return code === undefined ? {} : { examples: { [code]: { $ref: `#/components/examples/${code}` } } }
}

export function problemExamples(problems: UsualProblems): Json {
  const examples = Object.values(problems).map((problem) => {
    const error = new AppError(problem, undefined, problem.status === 422 ? { errors: invalidFields } : {})
    return [problem.code, { summary: problem.title, value: problemBody(error, '/api/v1/projects', traceId) }] as const
  })
  return Object.fromEntries(examples.sort(([a], [b]) => (a < b ? -1 : 1)))
}
