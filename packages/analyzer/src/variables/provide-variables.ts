/** Finds the variables that a database of the environment provides. */
import { engineOfAddress, usualVariables } from '../databases/engines.ts'
import type { AnalyzedDatabase, AnalyzedVariable } from '../reading.ts'

export function provideVariables(
  variables: readonly AnalyzedVariable[],
  databases: readonly AnalyzedDatabase[],
): AnalyzedVariable[] {
  const runnable = databases.filter(({ engine }) => engine !== 'sqlite')
  return variables.map((variable) => {
    if (variable.providedBy !== null) return variable
    const database = runnable.find(({ variables: named }) => named.includes(variable.key)) ?? byName(variable, runnable)
    return database === undefined ? variable : { ...variable, providedBy: database.name }
  })
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
    const led = variables.filter(({ providedBy }) => providedBy === database.name).map(({ key }) => key)
    return { ...database, variables: [...new Set([...database.variables, ...led])].sort().slice(0, 20) }
  })
}
