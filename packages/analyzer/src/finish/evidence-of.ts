import type { App, AppProcess } from '../app.ts'
import type { Claim } from '../claim.ts'
import type { Evidence } from '../report.schemas.ts'

const maxEvidence = 60

/** Where each field of a service comes from. */
export function evidenceOf(app: App, process: AppProcess, isFirst: boolean): Evidence[] {
  const kind = kindClaim(app, process)
  const claims: [string, Claim<unknown> | null][] = [
    ['kind', kind],
    ['language', app.language],
    ['framework', app.framework],
    ['version', app.version],
    ['packageManager', app.packageManager],
    ['builder', kind],
    ['dockerfile', isFirst && app.image !== null ? app.language : null],
    ['sharesImageWith', isFirst ? null : app.language],
    ['installCommand', app.installCommand],
    ['buildCommand', app.buildCommand],
    ['startCommand', process.startCommand],
    ['releaseCommand', isFirst ? app.releaseCommand : null],
    ['schedule', process.schedule],
    ['outputDirectory', process.kind === 'static' ? app.outputDirectory : null],
    ['port', process.port],
    ['healthCheck', process.healthPath],
  ]
  const all = claims.map(([name, field]) => (field?.sources ?? []).map((place) => ({ claim: name, ...place })))
  // The first of each before the second of any: no field goes without when there are too many.
  const firsts = all.flatMap((list) => list.slice(0, 1))
  const rest = all.flatMap((list) => list.slice(1)).slice(0, maxEvidence - firsts.length)
  const kept = new Set<Evidence>([...firsts, ...rest])
  return all.flat().filter((one) => kept.has(one))
}

/** What made it this kind of service: the folder that is served, the schedule, the port, else the start command. */
function kindClaim(app: App, process: AppProcess): Claim<unknown> {
  const best =
    process.kind === 'static' ? app.outputDirectory : (process.schedule ?? process.port ?? process.startCommand)
  const { confidence, sources } = best ?? app.framework ?? app.language
  return { value: process.kind, confidence, sources: sources.slice(0, 1) }
}
