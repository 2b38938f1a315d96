/** Problems that keep the services from running. */
import type { AppWarning } from '../app.ts'
import type { AnalyzedDatabase } from '../reading.ts'
import type { AnalyzedService } from '../report.schemas.ts'
import { endOfLife } from './end-of-life.ts'

export function serviceWarnings(
  services: readonly AnalyzedService[],
  databases: readonly AnalyzedDatabase[],
): AppWarning[] {
  return [...services.flatMap(ofService), ...databases.flatMap((database) => ofDatabase(database, services))]
}

function ofService(service: AnalyzedService): AppWarning[] {
  const found: AppWarning[] = []
  const runsItself = service.builder === 'auto' && service.kind !== 'static'
  if (runsItself && service.startCommand === null && service.startArguments === null) {
    found.push({
      code: 'no_start_command',
      message: `Longshore couldn't find out how ${service.name} starts.`,
      hint: 'Set a start command in the service settings, a Procfile, or longshore.yaml.',
      file: null,
      line: null,
    })
  }
  const evidence = service.evidence.find(({ claim }) => claim === 'version')
  const old =
    service.language === null || service.version === null ? null : endOfLife(service.language, service.version)
  // "At least": the image has a newer one.
  const isOpen = evidence?.what.includes('>') === true && !evidence.what.includes('<')
  if (old !== null && !isOpen && service.sharesImageWith === null) {
    const message = `${service.language} ${service.version} has had no security fixes since ${old.since}.`
    found.push({
      code: 'end_of_life_version',
      message: message.slice(0, 500),
      hint: `Use ${old.take} or newer.`,
      file: evidence?.file ?? null,
      line: evidence?.line ?? null,
    })
  }
  return found
}

function ofDatabase(database: AnalyzedDatabase, services: readonly AnalyzedService[]): AppWarning[] {
  const place = { file: database.evidence[0]?.file ?? null, line: database.evidence[0]?.line ?? null }
  if (database.engine === 'sqlite') {
    if (services.some(({ volumes }) => volumes.length > 0)) return []
    return [
      {
        code: 'sqlite_needs_volume',
        message: 'The database is a file inside the container. The next deployment deletes it.',
        hint: 'Add a volume for the directory of the file, or add a database to the environment.',
        ...place,
      },
    ]
  }
  if (database.supported) return []
  return [
    {
      code: 'database_not_supported',
      message: `The code needs ${database.engine}, which Longshore doesn't run as a database.`,
      hint: 'Add it as a service with its image and a volume, or set the URL of one that runs elsewhere.',
      ...place,
    },
  ]
}
