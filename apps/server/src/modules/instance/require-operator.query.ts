import type { Actor } from '../../platform/access/actor.ts'
import type { Database } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import { organizationProblems } from '../organizations/index.ts'
import { instanceProblems } from './instance.problems.ts'
import { isOperator, type OperatorSettings } from './operators.query.ts'

/** An API token never acts as an operator, because a leaked one would reach every organization. */
export async function requireOperator(
  database: Pick<Database, 'systemDb'>,
  actor: Actor,
  operators: OperatorSettings,
): Promise<void> {
  if (actor.kind === 'token') throw new AppError(organizationProblems.person_required)
  if (!(await isOperator(database, actor, operators))) throw new AppError(instanceProblems.operator_required)
}
