/**
 * How a check ends: its findings, then one line `NAME: key=value …`, exit code 1 when anything was found. A check also
 * plants what it looks for: a plant that is not caught means that the check sees nothing and must not pass.
 */
export interface CheckResult {
  findings: readonly string[]
  plants: readonly Seed[]
  figures?: Record<string, string | number>
}

export interface Seed {
  what: string
  caught: boolean
}

export function finishCheck(name: string, { findings, plants, figures = {} }: CheckResult): never {
  const missed = plants.filter((plant) => !plant.caught)
  for (const finding of findings) console.error(finding)
  for (const plant of missed) console.error(`self-test: the planted ${plant.what} was not caught`)
  if (plants.length === 0) console.error('self-test: nothing was planted')
  const pairs = Object.entries(figures).map(([key, value]) => `${key}=${value}`)
  const caught = plants.length - missed.length
  console.log(
    `${name}: ${[...pairs, `found=${findings.length}`, `planted=${plants.length}`, `caught=${caught}`].join(' ')}`,
  )
  process.exit(findings.length > 0 || missed.length > 0 || plants.length === 0 ? 1 : 0)
}
