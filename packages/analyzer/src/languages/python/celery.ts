/** Celery next to the web process: a worker, and beat if something is scheduled. */
import type { AppProcess } from '../../app.ts'
import { source } from '../../claim.ts'
import { type CodeFile, findLine, sourceOf } from '../code/code-file.ts'
import { makeWorker } from '../make-app.ts'
import { findInstance } from './instances.ts'
import { depends, type PythonProject } from './project.ts'

export function celeryProcesses(
  project: PythonProject,
  from: string,
  settings: readonly CodeFile[] = [],
): AppProcess[] {
  const celery = project.dependencies.all.get('celery')
  if (celery === undefined) return []
  const created = findInstance(project.code, 'Celery\\w{0,30}|make_celery|celery_init_app')
  if (created === null) return []
  const base = created.module.from === '.' ? from : created.module.from
  const place = base === '.' ? '' : ` --workdir ${base}`
  const app = `celery${place} -A ${targetOf(project, created.module.name, created.name, from)}`
  const where = [sourceOf(created.hit), source(celery.file, celery.line, 'depends on celery')]
  const worker = makeWorker('worker', `${app} worker --loglevel=info`, 0.95, ...where)
  const beat = beatReason(project, settings)
  return beat === null
    ? [worker]
    : [worker, makeWorker('beat', `${app} beat --loglevel=info${beat.scheduler}`, 0.9, beat.source, ...where)]
}

/** Celery finds `celery.py` in a package, and `app` or `celery` in a module, on its own. */
function targetOf(_project: PythonProject, module: string, name: string, from: string): string {
  const inside =
    from !== '.' && module.startsWith(`${from.replaceAll('/', '.')}.`) ? module.slice(from.length + 1) : module
  const short = inside.replace(/\.celery$/, '')
  if (short !== inside || name === 'app' || name === 'celery') return short
  return `${inside}:${name}`
}

function beatReason(project: PythonProject, settings: readonly CodeFile[]) {
  const stored = project.dependencies.all.get('django-celery-beat')
  if (stored !== undefined && depends(project, 'django-celery-beat')) {
    return {
      source: source(stored.file, stored.line, 'depends on django-celery-beat'),
      scheduler: ' --scheduler django_celery_beat.schedulers:DatabaseScheduler',
    }
  }
  const schedule = findLine(
    [...settings, ...project.code],
    /\b(?:beat_schedule|CELERY_BEAT_SCHEDULE|CELERYBEAT_SCHEDULE|add_periodic_task)\b/,
  )
  return schedule === null ? null : { source: sourceOf(schedule), scheduler: '' }
}
