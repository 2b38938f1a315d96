/** Finds the variables that a database of the environment provides. */
import { engineOfAddress, usualVariables } from '../databases/engines.ts'
import type { AnalyzedDatabase, AnalyzedVariable } from '../reading.ts'

export function provideVariables(
  variables: readonly AnalyzedVariable[],
  databases: readonly AnalyzedDatabase[],
  exact: ReadonlySet<string> = new Set(),
): AnalyzedVariable[] {
  const runnable = databases.filter(({ engine }) => engine !== 'sqlite')
  return variables.map((variable) => {
    if (variable.providedBy !== null || variable.scope === 'reference') return variable
    // A file that states a value, or that none exists, means it. What services get anyway still counts as provided.
    if (exact.has(variable.key) && (hasValue(variable) || !providedAnyway.test(variable.key))) return variable
    const database = runnable.find(({ variables: named }) => named.includes(variable.key)) ?? byName(variable, runnable)
    return database === undefined ? variable : { ...variable, providedBy: database.name }
  })
}

const providedAnyway =
  /^(?:DATABASE_URL|REDIS_URL|PG(?:HOST|PORT|USER|PASSWORD|DATABASE)|MYSQL_(?:HOST|PORT|USER|PASSWORD|DATABASE))$/

function hasValue({ default: value, template }: AnalyzedVariable): boolean {
  return value !== null || template !== null
}

function byName(variable: AnalyzedVariable, databases: readonly AnalyzedDatabase[]): AnalyzedDatabase | undefined {
  const engine = variable.default === null ? null : engineOfAddress(variable.default)
  if (engine !== null) return databases.find((database) => database.engine === engine)
  return databases.find((database) => usualVariables[database.engine].test(variable.key))
}

/** The reverse direction, for the databases of the report. */
export function linkDatabases(
  databases: readonly AnalyzedDatabase[],
  variables: readonly AnalyzedVariable[],
): AnalyzedDatabase[] {
  return databases.map((database) => {
    const prefix = `\${${database.name.toUpperCase().replaceAll('-', '_')}_`
    const led = variables
      .filter(({ providedBy, template }) => providedBy === database.name || template?.includes(prefix) === true)
      .map(({ key }) => key)
    return { ...database, variables: [...new Set([...database.variables, ...led])].sort().slice(0, 20) }
  })
}
