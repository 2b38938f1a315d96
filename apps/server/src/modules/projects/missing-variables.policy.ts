/** Variables that are still required before the code can run; pure. */
import type { Report } from '@longshore/analyzer/report'

export function findMissingVariables(
  report: Report,
  givenKeys: ReadonlySet<string>,
  serviceNames: ReadonlySet<string>,
) {
  return report.variables
    .filter(
      (variable) =>
        variable.required &&
        variable.default === null &&
        variable.template === null &&
        !givenKeys.has(variable.key) &&
        (variable.providedBy === null || !isProvided(report, variable.providedBy, serviceNames)),
    )
    .map(({ key, secret, scope, services, description }) => ({ key, secret, scope, services, description }))
}

/** Databases that the code uses and the environment doesn't have. */
export function findExternalDatabases(report: Report, serviceNames: ReadonlySet<string>) {
  return report.databases
    .filter((database) => database.engine !== 'sqlite' && !isProvided(report, database.name, serviceNames))
    .map(({ engine, name, variables }) => ({ engine, name, variables }))
}

function isProvided(report: Report, name: string, serviceNames: ReadonlySet<string>): boolean {
  const database = report.databases.find((each) => each.name === name)
  return database?.supported === true && (serviceNames.has(database.name) || serviceNames.has(database.engine))
}
