/**
 * Loaded before everything else in the analysis process. The kernel limits (programs.ts) and Node's permissions are the
 * real boundary. This removes the handles, so that a bug in a parser finds nothing to use.
 */
import { registerHooks } from 'node:module'

const open = new Set(['node:buffer', 'buffer', 'node:process', 'process', 'node:util', 'util', 'node:path', 'path'])

registerHooks({
  resolve(specifier, context, next) {
    const found = next(specifier, context)
    if (found.url.startsWith('node:') && !open.has(found.url)) throw new Error(`${found.url} is not for the analysis`)
    return found
  },
})

// A program that only reads its input and returns a report needs none of these.
for (const name of [
  'fetch',
  'WebSocket',
  'EventSource',
  'XMLHttpRequest',
  'BroadcastChannel',
  'WebAssembly',
  'navigator',
])
  Reflect.deleteProperty(globalThis, name)
for (const name of [
  'getBuiltinModule',
  'binding',
  '_linkedBinding',
  'dlopen',
  'kill',
  'chdir',
  'loadEnvFile',
  'report',
])
  Object.defineProperty(process, name, { value: undefined, configurable: false, writable: false })
