/** Front door of what can be read from a server. */
export {
  type GatheredFacts,
  gatherFacts,
  type LookOptions,
  type Pulse,
  type ServerFacts,
  takePulse,
} from './gather-facts.ts'
export { plain, readOsRelease } from './read-facts.ts'
