/** Front door of the proxy module on the worker's side. */
export { listBroughtCertificates, touchHostname } from './attached-hostnames.ts'
export { createProxyRecords } from './calls/proxy-records.ts'
export { readHostnamePlace } from './hostname-places.ts'
export { isTxtRequired } from './read-attached.ts'
export { createKeepProxy, type KeepProxy } from './workflow/keep-proxy.ts'
export { createLoadProxy } from './workflow/load-proxy.workflow.ts'
