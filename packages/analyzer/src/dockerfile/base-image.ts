import { readDockerfile } from './read-dockerfile.ts'

/** The base image of the built stage, through earlier stages; null if unknown. */
export function baseOfDockerfile(text: string, target: string | null): string | null {
  const { stages } = readDockerfile(text)
  let stage = target === null ? stages.at(-1) : stages.find((one) => one.name === target.toLowerCase())
  for (let hops = 0; stage !== undefined && hops < 20; hops += 1) {
    const from = stage.from.toLowerCase()
    const earlier = stages.find((one) => one.name === from && one !== stage)
    if (earlier === undefined) return stage.from
    stage = earlier
  }
  return null
}
