/** Commands that watch code during development. */

const watchers =
  /\b(?:npm|pnpm|yarn|bun)(?: run)? (?:dev|watch|start:dev|develop)\b|\bnodemon\b|\bts-node-dev\b|\btsx watch\b|\bnext dev\b|\bvite\b(?! build)|--reload\b|\brunserver\b|\bflask (?:--debug )?run\b|--watch\b|\bair\b|\bcargo[ -]watch\b|\bartisan serve\b|tail -[fF] \/dev\/null|\bsleep infinity\b|\bspring-boot:run\b|\bdotnet watch\b/

/** True for a command that watches the code that is mounted over that of the image. */
export function isWatcher(command: string | null, mounted: string | null): boolean {
  return command !== null && mounted !== null && watchers.test(command)
}
