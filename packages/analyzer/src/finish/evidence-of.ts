import type { App, AppProcess } from '../app.ts'
import type { Claim } from '../claim.ts'
import type { Evidence } from '../report.schemas.ts'

const maxEvidence = 60

/** The origin of each field of a service. */
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
  // The first evidence of each field comes before the second of any: no field is left without evidence when there is
  // too much.
  const firsts = all.flatMap((list) => list.slice(0, 1))
  const rest = all.flatMap((list) => list.slice(1)).slice(0, maxEvidence - firsts.length)
  const kept = new Set<Evidence>([...firsts, ...rest])
  return all.flat().filter((one) => kept.has(one))
}

/** The reason for the kind of service: the served folder, the schedule, the port, else the start command. */
function kindClaim(app: App, process: AppProcess): Claim<unknown> {
  const best =
    process.kind === 'static' ? app.outputDirectory : (process.schedule ?? process.port ?? process.startCommand)
  const { confidence, sources } = best ?? app.framework ?? app.language
  return { value: process.kind, confidence, sources: sources.slice(0, 1) }
}
