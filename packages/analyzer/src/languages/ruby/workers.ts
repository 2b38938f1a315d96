/** Background jobs of Ruby apps. */
import type { AppProcess } from '../../app.ts'
import { source } from '../../claim.ts'
import type { Folder } from '../../folder.ts'
import type { CodeFile } from '../code/code-file.ts'
import { findLine, sourceOf } from '../code/code-file.ts'
import { type Dependencies, makeWorker } from '../make-app.ts'

const queues: readonly [string, string][] = [
  ['sidekiq', 'bundle exec sidekiq'],
  ['good_job', 'bundle exec good_job start'],
  ['resque', 'env QUEUE=* bundle exec rake resque:work'],
  ['delayed_job_active_record', 'bundle exec rake jobs:work'],
  ['delayed_job', 'bundle exec rake jobs:work'],
  ['que', 'bundle exec que'],
  ['shoryuken', 'bundle exec shoryuken -R'],
  ['sneakers', 'bundle exec rake sneakers:run'],
  ['karafka', 'bundle exec karafka server'],
]

export function rubyWorkers(folder: Folder, gems: Dependencies, config: readonly CodeFile[]): AppProcess[] {
  return [...queueWorker(folder, gems, config), ...clock(folder, gems)]
}

function queueWorker(folder: Folder, gems: Dependencies, config: readonly CodeFile[]): AppProcess[] {
  const adapter = findLine(config, /queue_adapter[ \t]*=[ \t]*:(\w{1,40})/)
  const solid = gems.get('solid_queue')
  if (solid !== undefined && (adapter?.match[1] === 'solid_queue' || (adapter === null && folder.has('bin/jobs')))) {
    const command = folder.has('bin/jobs') ? 'bin/jobs' : 'bundle exec rake solid_queue:start'
    return [
      makeWorker(
        'worker',
        command,
        0.9,
        ...(adapter === null ? [] : [sourceOf(adapter)]),
        source(solid.file, solid.line, 'depends on solid_queue'),
      ),
    ]
  }
  const names = queues.filter(([name]) => gems.has(name))
  const [name, command] = names.find(([one]) => one.startsWith(adapter?.match[1] ?? '-')) ?? names[0] ?? []
  const entry = name === undefined ? undefined : gems.get(name)
  if (name === undefined || command === undefined || entry === undefined) return []
  const file = name === 'sidekiq' && !folder.has('config/application.rb') ? sidekiqEntry(folder) : ''
  return [makeWorker('worker', `${command}${file}`, 0.95, source(entry.file, entry.line, `depends on ${name}`))]
}

/** Outside of Rails, Sidekiq needs an entry file. */
function sidekiqEntry(folder: Folder): string {
  const file = [
    'config/environment.rb',
    'environment.rb',
    'boot.rb',
    'config/boot.rb',
    'worker.rb',
    'workers.rb',
    'app.rb',
    'lib/worker.rb',
  ].find((name) => folder.has(name))
  return file === undefined ? '' : ` -r ./${file}`
}

function clock(folder: Folder, gems: Dependencies): AppProcess[] {
  const entry = gems.get('clockwork')
  const file = ['clock.rb', 'config/clock.rb', 'lib/clock.rb', 'app/clock.rb'].find((name) => folder.has(name))
  if (entry === undefined || file === undefined) return []
  return [
    makeWorker(
      'scheduler',
      `bundle exec clockwork ${file}`,
      0.9,
      source(entry.file, entry.line, 'depends on clockwork'),
    ),
  ]
}
