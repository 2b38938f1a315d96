/** Runs a pattern apart from the page, which ends it when it takes too long. */
import { findMatches } from './pattern.ts'

addEventListener('message', ({ data }: MessageEvent<{ pattern: string; texts: string[] }>) => {
  postMessage(findMatches(data.pattern, data.texts))
})
