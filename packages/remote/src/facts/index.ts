export {
  type FactOptions,
  type GatheredFacts,
  gatherFacts,
  type Heartbeat,
  readHeartbeat,
  type ServerFacts,
} from './gather-facts.ts'
export { plain, readOsRelease } from './read-facts.ts'
