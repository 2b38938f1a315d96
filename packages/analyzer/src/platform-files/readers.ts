/** One small reader per platform: only what its file states about port, command, health, release, and schedule. */
import type { Facts, StatedProcess } from '../facts.ts'
import { at, entriesOf, itemsOf, type Located, textAt } from '../formats/located.ts'
import { toServiceName } from '../service-name.ts'
import { cronProcess, type FileNode, portAt, statedAt, webProcess } from './file-facts.ts'

/** `folder` is the app's folder relative to the file: `.` or a path below. */
export type Reader = (file: FileNode, folder: string) => Facts | null

export function readFly(file: FileNode): Facts {
  const { node } = file
  const services = itemsOf(at(node, 'services'))
  const checks = [
    ...itemsOf(at(node, 'http_service', 'checks')),
    ...services.flatMap((one) => itemsOf(at(one, 'http_checks'))),
    ...entriesOf(at(node, 'checks')).map(([, check]) => check),
  ]
  const health = checks.find((check) => textAt(check, 'path') !== null)
  const processes = entriesOf(at(node, 'processes')).flatMap(([name, value]): StatedProcess[] => {
    const isWeb = name === 'app' || name === 'web'
    const command = statedAt(file, value)
    return command === null
      ? []
      : [
          {
            name: isWeb ? 'web' : (toServiceName(name) ?? 'worker'),
            kind: isWeb ? 'web' : 'worker',
            command,
            schedule: null,
          },
        ]
  })
  return {
    file: file.file,
    processes,
    port: portAt(file, node, 'http_service', 'internal_port') ?? portAt(file, services[0], 'internal_port'),
    healthPath: statedAt(file, health, 'path'),
    releaseCommand: statedAt(file, node, 'deploy', 'release_command'),
  }
}

export function readRender(file: FileNode, folder: string): Facts | null {
  const mine = itemsOf(at(file.node, 'services')).filter((one) => tidy(textAt(one, 'rootDir')) === folder)
  if (mine.length === 0) return null
  const web = mine.find((one) => textAt(one, 'type') === 'web' || textAt(one, 'type') === 'pserv')
  const processes = mine.flatMap((one, index): StatedProcess[] => {
    const command = statedAt(file, one, 'startCommand') ?? statedAt(file, one, 'dockerCommand')
    const name = toServiceName(textAt(one, 'name') ?? '') ?? `worker-${index + 1}`
    if (one === web) return webProcess(command)
    if (textAt(one, 'type') === 'cron') return cronProcess(name, command, statedAt(file, one, 'schedule'))
    return textAt(one, 'type') === 'worker' && command !== null
      ? [{ name, kind: 'worker', command, schedule: null }]
      : []
  })
  return {
    file: file.file,
    processes,
    healthPath: statedAt(file, web, 'healthCheckPath'),
    releaseCommand: statedAt(file, web, 'preDeployCommand'),
    outputDirectory: statedAt(file, web, 'staticPublishPath'),
  }
}

export function readRailway(file: FileNode): Facts {
  const deploy = at(file.node, 'deploy')
  const command = statedAt(file, deploy, 'startCommand')
  const schedule = statedAt(file, deploy, 'cronSchedule')
  const release = at(deploy, 'preDeployCommand')
  return {
    file: file.file,
    processes: schedule === null ? webProcess(command) : cronProcess('cron', command, schedule),
    healthPath: statedAt(file, deploy, 'healthcheckPath'),
    releaseCommand: statedAt(file, release?.kind === 'list' ? release.items[0] : release),
    buildCommand: statedAt(file, file.node, 'build', 'buildCommand'),
  }
}

export function readVercel(file: FileNode): Facts {
  return {
    file: file.file,
    processes: [],
    buildCommand: own(statedAt(file, file.node, 'buildCommand')),
    outputDirectory: statedAt(file, file.node, 'outputDirectory'),
  }
}

export function readNetlify(file: FileNode): Facts {
  return {
    file: file.file,
    processes: [],
    buildCommand: own(statedAt(file, file.node, 'build', 'command')),
    outputDirectory: statedAt(file, file.node, 'build', 'publish'),
  }
}

/** Commands that only exist on the platform itself aren't usable here. */
function own(command: ReturnType<typeof statedAt>): ReturnType<typeof statedAt> {
  return command === null || /\b(?:vercel|netlify|now)\b/.test(command.value) ? null : command
}

export function readNixpacks(file: FileNode): Facts {
  const build = itemsOf(at(file.node, 'phases', 'build', 'cmds'))
  return {
    file: file.file,
    processes: webProcess(statedAt(file, file.node, 'start', 'cmd')),
    buildCommand: build.length === 1 ? statedAt(file, build[0]) : null,
  }
}

export function readHerokuYml(file: FileNode): Facts {
  const processes = entriesOf(at(file.node, 'run')).flatMap(([name, value]): StatedProcess[] => {
    const command = statedAt(file, value) ?? statedAt(file, itemsOf(at(value, 'command'))[0])
    return command === null
      ? []
      : [{ name: toServiceName(name) ?? 'worker', kind: name === 'web' ? 'web' : 'worker', command, schedule: null }]
  })
  const release = itemsOf(at(file.node, 'release', 'command'))[0]
  return {
    file: file.file,
    processes,
    releaseCommand: statedAt(file, release) ?? statedAt(file, file.node, 'release', 'command'),
  }
}

/** Platform.sh and Upsun. */
export function readPlatformSh(file: FileNode): Facts {
  const workers = entriesOf(at(file.node, 'workers')).flatMap(([name, value]): StatedProcess[] => {
    const command = statedAt(file, value, 'commands', 'start')
    return command === null ? [] : [{ name: toServiceName(name) ?? 'worker', kind: 'worker', command, schedule: null }]
  })
  const crons = entriesOf(at(file.node, 'crons')).flatMap(([name, value]) =>
    cronProcess(
      toServiceName(`cron-${name}`) ?? 'cron',
      statedAt(file, value, 'cmd') ?? statedAt(file, value, 'commands', 'start'),
      statedAt(file, value, 'spec'),
    ),
  )
  return {
    file: file.file,
    processes: [...webProcess(statedAt(file, file.node, 'web', 'commands', 'start')), ...workers, ...crons],
  }
}

/** Google App Engine. */
export function readAppYaml(file: FileNode): Facts | null {
  if (textAt(file.node, 'runtime') === null) return null
  return {
    file: file.file,
    processes: webProcess(statedAt(file, file.node, 'entrypoint')),
    healthPath: statedAt(file, file.node, 'readiness_check', 'path'),
  }
}

/** DigitalOcean App Platform. */
export function readDigitalOcean(file: FileNode, folder: string): Facts | null {
  const mine = (key: string) => itemsOf(at(file.node, key)).filter((one) => tidy(textAt(one, 'source_dir')) === folder)
  const [web] = mine('services')
  const named = (one: Located, fallback: string) => toServiceName(textAt(one, 'name') ?? '') ?? fallback
  const workers = mine('workers').flatMap((one): StatedProcess[] => {
    const command = statedAt(file, one, 'run_command')
    return command === null ? [] : [{ name: named(one, 'worker'), kind: 'worker', command, schedule: null }]
  })
  const release = mine('jobs').find((one) => textAt(one, 'kind') === 'PRE_DEPLOY')
  if (web === undefined && workers.length === 0) return null
  return {
    file: file.file,
    processes: [...webProcess(statedAt(file, web, 'run_command')), ...workers],
    port: portAt(file, web, 'http_port'),
    healthPath: statedAt(file, web, 'health_check', 'http_path'),
    releaseCommand: statedAt(file, release, 'run_command'),
  }
}

function tidy(path: string | null): string {
  const parts = (path ?? '.').split('/').filter((part) => part !== '' && part !== '.')
  return parts.length === 0 ? '.' : parts.join('/')
}
