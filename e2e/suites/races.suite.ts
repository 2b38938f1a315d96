/**
 * Two workers race on a real server: cancels at random moments, many starts at once, workers stopped and continued.
 *
 * --quick: 10 cancels, 2 start races, 3 stops; full: 500, 20 and 100.
 *
 * @tier all
 * @budget 200
 * @alone
 * @topics cancels starts stops
 * @options --seed=N --count=N
 */
import { isChosen, isQuick, numberOption } from '../support/command-line.ts'
import { Random } from '../support/random.ts'
import { Report } from '../support/report.ts'
import { raceCancels } from './races/cancels.ts'
import { openRaces } from './races/race-test-env.ts'
import { raceStarts } from './races/starts.ts'
import { raceStops } from './races/stops.ts'

const report = new Report('races')
const seed = report.seed()
const counts = isQuick ? { cancels: 10, starts: 2, stops: 3 } : { cancels: 500, starts: 20, stops: 100 }
const startedMs = Date.now()
{
  await using races = await openRaces(report, new Random(seed))
  if (isChosen('cancels')) await raceCancels(races, numberOption('count', counts.cancels))
  if (isChosen('starts')) await raceStarts(races, numberOption('count', counts.starts))
  if (isChosen('stops')) await raceStops(races, numberOption('count', counts.stops))
}
report.figure('seconds', Math.round((Date.now() - startedMs) / 1000))
report.finish()
