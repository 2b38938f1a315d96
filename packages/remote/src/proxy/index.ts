/** Front door of the proxy. */
export { createProxyRuntime, type ProxyRuntimeOptions } from './create-proxy-runtime.ts'
export { createProxyPrograms, type ProxyPrograms } from './proxy-programs.ts'
