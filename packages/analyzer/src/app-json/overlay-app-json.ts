/**
 * Reads app.json: the fields of Heroku (formation, scripts) and those that Dokku added (cron, healthchecks,
 * scripts.dokku).
 */
import type { App, AppWarning } from '../app.ts'
import { applyFacts, type StatedProcess } from '../facts.ts'
import type { Folder } from '../folder.ts'
import { at, itemsOf, type Located, textAt } from '../formats/located.ts'
import { readJson } from '../formats/read-json.ts'

export async function overlayAppJson(folder: Folder, app: App): Promise<App> {
  const text = await folder.text('app.json')
  const node = text === null ? null : readJson(text)
  if (node === null) return app
  const file = folder.full('app.json')
  const release = at(node, 'scripts', 'dokku', 'predeploy')
  return applyFacts(app, {
    file,
    processes: itemsOf(at(node, 'cron')).slice(0, 20).flatMap(toCron),
    healthPath: readHealth(node),
    releaseCommand:
      release?.kind === 'scalar' && release.value !== null ? { value: release.text, line: release.line } : null,
    warnings: notePostdeploy(node, file),
  })
}

function toCron(item: Located, index: number): StatedProcess[] {
  const command = textAt(item, 'command')
  const schedule = textAt(item, 'schedule')
  if (command === null || schedule === null) return []
  return [
    {
      name: index === 0 ? 'cron' : `cron-${index + 1}`,
      kind: 'cron',
      command: { value: command, line: item.line },
      schedule: { value: schedule, line: item.line },
    },
  ]
}

/** The first check of the web process that has a path. */
function readHealth(node: Located): { value: string; line: number } | null {
  for (const check of itemsOf(at(node, 'healthchecks', 'web'))) {
    const path = textAt(check, 'path')
    if (path !== null) return { value: path, line: check.line }
  }
  return null
}

/** It runs once, after the first deployment: as a release command, it would run each time. */
function notePostdeploy(node: Located, file: string): AppWarning[] {
  const script = at(node, 'scripts', 'postdeploy')
  if (script === undefined || (script.kind === 'scalar' && script.value === null)) return []
  return [
    {
      code: 'postdeploy_script',
      message: "app.json has a script for after the first deployment. Longshore doesn't run it automatically.",
      hint: 'Run it once as a command after the first deployment, or add it to the release command.',
      file,
      line: script.line,
    },
  ]
}
