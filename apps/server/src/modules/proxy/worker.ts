/** Front door of the proxy module on the worker's side. */
export { createProxyRecords } from './calls/proxy-records.ts'
export { readHostnamePlace, touchHostname } from './hostname-places.ts'
export { listBroughtCertificates } from './routes.repository.ts'
export { createKeepProxy, type KeepProxy } from './workflow/keep-proxy.ts'
