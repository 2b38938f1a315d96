/**
 * The end of a check: its findings, then one line `NAME: key=value …`, and exit code 1 if anything was found. A check also
 * seeds what it searches for: if a seed isn't caught, the check sees nothing and must not pass.
 */
export interface CheckResult {
  findings: readonly string[]
  seeds: readonly Seed[]
  figures?: Record<string, string | number>
}

export interface Seed {
  what: string
  caught: boolean
}

export function finishCheck(name: string, { findings, seeds, figures = {} }: CheckResult): never {
  const missed = seeds.filter((seed) => !seed.caught)
  for (const finding of findings) console.error(finding)
  for (const seed of missed) console.error(`self-test: the seeded ${seed.what} was not caught`)
  if (seeds.length === 0) console.error('self-test: nothing was seeded')
  const pairs = Object.entries(figures).map(([key, value]) => `${key}=${value}`)
  const caught = seeds.length - missed.length
  console.log(
    `${name}: ${[...pairs, `found=${findings.length}`, `seeded=${seeds.length}`, `caught=${caught}`].join(' ')}`,
  )
  process.exit(findings.length > 0 || missed.length > 0 || seeds.length === 0 ? 1 : 0)
}
