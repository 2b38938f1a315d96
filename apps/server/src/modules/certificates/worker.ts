export { explainCertificateProblem } from './certificate-problems.policy.ts'
export { listCertificatesOfServer, scheduleCertificateCheck } from './certificates.repository.ts'
export { recordCertificates } from './record-certificates.ts'
export { createCertificatePoller } from './workflow/certificate-poller.ts'
