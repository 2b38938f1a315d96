/** Front door of the proxy module on the worker's side. */
export { touchHostname } from './attached-hostnames.ts'
export { authorityOf } from './authority.policy.ts'
export { createProxyRecords } from './calls/proxy-records.ts'
export { listCertificateTerms } from './certificate-terms.ts'
export { readHostnamePlace } from './hostname-places.ts'
export { createKeepProxy, type KeepProxy } from './workflow/keep-proxy.ts'
export { createLoadProxy } from './workflow/load-proxy.workflow.ts'
export { createProxyLook } from './workflow/look-at-proxy.ts'
