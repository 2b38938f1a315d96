/**
 * Loaded before everything else in the analysis process. The kernel's walls (programs.ts) and Node's permissions are what
 * holds; this takes away the handles, so that a mistake in a parser has nothing to reach for.
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

// None of these is for a program that reads what it is given and answers.
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
