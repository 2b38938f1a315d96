/** Front door of the certificates module on the worker's side. */

export { explainCertificateProblem } from './certificate-problems.policy.ts'
export { listCertificatesOfServer, planLook } from './certificates.repository.ts'
export { noteCertificates } from './note-certificates.ts'
export { createCertificateWatch } from './workflow/certificate-watch.ts'
