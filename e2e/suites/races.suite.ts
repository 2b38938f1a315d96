/**
 * Races on a real server with two workers: cancels at random moments, many starts at once, workers stopped and continued.
 * --quick: 10 cancels, 2 start races, 3 stops; full: 500, 20 and 100. `--seed N` for other moments, `--only=cancels|starts|stops`.
 */
import { Random } from '../support/random.ts'
import { isQuick, Report } from '../support/report.ts'
import { word } from './kills/words.ts'
import { raceCancels } from './races/cancels.ts'
import { openRaces } from './races/race-world.ts'
import { raceStarts } from './races/starts.ts'
import { raceStops } from './races/stops.ts'

const report = new Report('races')
const seed = Number(word('--seed') ?? 1)
const only = word('--only')
const counts = isQuick ? { cancels: 10, starts: 2, stops: 3 } : { cancels: 500, starts: 20, stops: 100 }
const startedMs = Date.now()
{
  await using races = await openRaces(report, new Random(seed))
  if (only === undefined || only === 'cancels') await raceCancels(races, Number(word('--count') ?? counts.cancels))
  if (only === undefined || only === 'starts') await raceStarts(races, Number(word('--count') ?? counts.starts))
  if (only === undefined || only === 'stops') await raceStops(races, Number(word('--count') ?? counts.stops))
}
report.figure('seed', seed)
report.figure('seconds', Math.round((Date.now() - startedMs) / 1000))
report.finish()
