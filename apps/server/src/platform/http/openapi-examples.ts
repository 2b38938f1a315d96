/**
 * Examples for the API reference. Those of successful calls are recorded from a running instance; those of errors come
 * from the error handler.
 */
import { AppError } from '../errors/app-error.ts'
import type { ProblemDefinition } from '../errors/problem.ts'
import { problemBody } from './problem-body.ts'

export interface OperationExample {
  /** Request body; missing if the operation has none. */
  readonly request?: unknown
  /** Responses by status; a string if the response isn't JSON. */
  readonly responses: Readonly<Record<string, unknown>>
}
export type OperationExamples = Readonly<Record<string, OperationExample>>
/** A representative problem for each status. */
export type CommonProblems = Readonly<Record<number, ProblemDefinition>>

type Json = Record<string, unknown>

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
const invalidFields = [{ pointer: '/name', code: 'required', message: 'is required' }]

/** Bodies are recorded as JSON or as text, never as a form. */
export function withExample(content: Json, example: unknown): Json {
  const recorded = Object.keys(content).find((type) => type !== 'multipart/form-data')
  if (recorded === undefined || example === undefined) return content
  return { ...content, [recorded]: Object.assign({}, content[recorded], { example }) }
}

/** Error responses are the same for every operation, so each is defined once and referenced. */
export function problemReference(status: number, problems: CommonProblems): Json {
  const code = problems[status]?.code
  return code === undefined ? {} : { examples: { [code]: { $ref: `#/components/examples/${code}` } } }
}

export function problemExamples(problems: CommonProblems): Json {
  const examples = Object.values(problems).map((problem) => {
    const error = new AppError(problem, undefined, problem.status === 422 ? { errors: invalidFields } : {})
    return [problem.code, { summary: problem.title, value: problemBody(error, '/api/v1/projects', traceId) }] as const
  })
  return Object.fromEntries(examples.sort(([a], [b]) => (a < b ? -1 : 1)))
}
