/**
 * Recognizes a running program that the proxy can't reach: a different port, a loopback address, or a rejected
 * hostname.
 */
import type { Remedy } from '../diagnosis.schemas.ts'
import { changeCommand } from './commands.policy.ts'
import { canChange, type FailedRun, type FailedService, type Finding } from './failed-output.policy.ts'
import { findAny } from './output-lines.policy.ts'

const loopback = /^(?:127\.|\[::1\]|\[::ffff:127\.)/

export function recognizePort(scene: FailedRun): Finding | null {
  const { failure, service } = scene
  if (failure.code !== 'health_check_failed' || failure.listening === null || service === null) return null
  const reachable = failure.listening.filter((each) => !loopback.test(each))
  const ports = [...new Set(reachable.map(portOf))].filter((port) => port > 0)
  const { port } = service.configuration
  const [only] = ports
  // With several ports, the right one is unknown.
  if (only === undefined || ports.length > 1 || only === port) return null
  return {
    code: 'port_mismatch',
    title: `The program listens on port ${only}`,
    explanation:
      port === null
        ? `No port is set for ${service.name}, and its program listens on port ${only}.`
        : `Longshore sends requests to port ${port}, and the program listens on port ${only}.`,
    at: null,
    remedies: changePort(service, only),
  }
}

function changePort(service: FailedService, port: number): Remedy[] {
  if (!canChange(service, 'port')) return []
  return [{ action: 'change_port', label: `Change the port to ${port}`, service: service.name, port }]
}

/** Options that make well-known servers listen on all interfaces. They are added to a configured command. */
const listeners = [
  { pattern: /\bvite(?: preview| dev)?\b|\bastro (?:dev|preview)\b|\bnuxt (?:dev|preview)\b|\bng serve\b/, option: '--host 0.0.0.0' },
  { pattern: /\b(?:uvicorn|hypercorn|fastapi run|fastapi dev|flask run|php artisan serve|http-server|json-server)\b/, option: '--host 0.0.0.0' },
  { pattern: /\bnext (?:start|dev)\b/, option: '-H 0.0.0.0' },
  { pattern: /\b(?:rails (?:s|server)|puma|rackup)\b/, option: '-b 0.0.0.0' },
] as const // biome-ignore format: one server per line

const givenHost = /--(?:host|bind|hostname)\b| -[Hb] /
/** An option that binds to the loopback address only. */
const ownHost = /(?<=(?:--(?:host|bind|hostname)| -[Hb])[ =])(?:localhost|127\.0\.0\.1|\[::1\]|::1)(?=:\d|\s|$)/

export function recognizeLoopback({ failure, facts, service }: FailedRun): Finding | null {
  const { code, listening } = failure
  if (code !== 'health_check_failed' || listening === null || listening.length === 0 || service === null) return null
  if (!listening.every((each) => loopback.test(each))) return null
  const ports = [...new Set(listening.map(portOf))]
  const isKnown = facts.variables.some(
    ({ key, service: only }) => key === 'HOST' && (only ?? service.name) === service.name,
  )
  const host: Remedy = {
    action: 'set_variable',
    label: 'Set HOST to 0.0.0.0',
    service: service.name,
    key: 'HOST',
    scope: 'runtime',
    value: '0.0.0.0',
    keepsValue: false,
  }
  const [port] = ports
  const isOther = port !== undefined && ports.length === 1 && port !== service.configuration.port
  return {
    code: 'listens_on_loopback',
    title: 'The program listens only for its own container',
    explanation: `The program listens on ${listening.slice(0, 3).join(', ')}. The proxy reaches it only when it listens on 0.0.0.0.`,
    at: null,
    remedies: [...withOption(service), ...(isKnown ? [] : [host]), ...(isOther ? changePort(service, port) : [])],
  }
}

function withOption(service: FailedService): Remedy[] {
  const { command } = service.configuration
  if (typeof command !== 'string') return []
  const everywhere = command.replace(ownHost, '0.0.0.0')
  if (everywhere !== command)
    return changeCommand(service, 'command', { label: 'Listen on 0.0.0.0', command: everywhere })
  const listener = listeners.find(({ pattern }) => pattern.test(command))
  // An existing option takes precedence and has to be changed by hand.
  if (listener === undefined || /[&|;<>]/.test(command) || givenHost.test(command)) return []
  const label = `Add ${listener.option} to the start command`
  return changeCommand(service, 'command', { label, command: `${command} ${listener.option}` })
}

const hostname = '[A-Za-z0-9.-]+'
const hostChecks = [
  { pattern: new RegExp(`Blocked request\\. This host \\("(${hostname})"\\) is not allowed`), key: '__VITE_ADDITIONAL_SERVER_ALLOWED_HOSTS' },
  { pattern: new RegExp(`Invalid HTTP_HOST header: '(${hostname})(?::\\d{1,5})?'`), key: 'ALLOWED_HOSTS' },
  { pattern: new RegExp(`URL with hostname "(${hostname})" is not allowed`), key: 'NG_ALLOWED_HOSTS' },
  { pattern: new RegExp(`Blocked hosts?: (${hostname})(?::\\d{1,5})?`), key: 'RAILS_DEVELOPMENT_HOSTS' },
] // biome-ignore format: one framework per line

export function recognizeHostCheck({ failure, facts, lines, service }: FailedRun): Finding | null {
  if (failure.code !== 'health_check_failed' && failure.code !== 'unstable') return null
  const found = findAny(lines, hostChecks)
  const host = found?.match[1]
  if (found === null || host === undefined || service === null) return null
  const own = facts.variables.find(
    ({ key, service: only }) => /ALLOWED_HOSTS?$/.test(key) && (only ?? service.name) === service.name,
  )
  const key = own?.key ?? found.sign.key
  return {
    code: 'host_not_allowed',
    title: `The program refuses the host ${host}`,
    explanation: `The program only responds to hosts that it knows. Add ${host} to the list in ${key}, or to the list in its code.`,
    at: found.at,
    remedies: [
      {
        action: 'set_variable',
        label: `Set ${key}`,
        service: own === undefined ? service.name : own.service,
        key,
        scope: own === undefined || own.scope === 'reference' ? 'runtime' : own.scope,
        value: host,
        keepsValue: false,
      },
    ],
  }
}

function portOf(socket: string): number {
  return Number(socket.slice(socket.lastIndexOf(':') + 1))
}
