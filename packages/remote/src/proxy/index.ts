export { createProxyRuntime, type ProxyRuntimeOptions } from './create-proxy-runtime.ts'
export { proxyGeneration, type ReadWantedProxy, type WantedProxy } from './proxy-generation.ts'
export { createProxyPrograms, type ProxyPrograms } from './proxy-programs.ts'
export { removeProxy } from './remove-proxy.ts'
