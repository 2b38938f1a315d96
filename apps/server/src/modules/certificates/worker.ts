/** Front door of the certificates module on the worker's side. */

export { explainCertificateProblem } from './certificate-problems.policy.ts'
export { listCertificatesOfServer, planLook } from './certificates.repository.ts'
export { noteCertificates } from './record-certificates.ts'
export { createCertificateWatch } from './workflow/certificate-poller.ts'
