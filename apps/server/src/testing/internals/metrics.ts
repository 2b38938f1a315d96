/** Parts of metrics that end-to-end suites and benches use. Suites import them here, so that moves in the server don't reach them. */
export { containerMetrics, serverMetrics, toStoredRow } from '../../modules/metrics/metric-names.policy.ts'
export { encodeRound } from '../../modules/metrics/metric-round.policy.ts'
export { ensureSeries } from '../../modules/metrics/metrics.repository.ts'
export { createMetricsService } from '../../modules/metrics/metrics.service.ts'
export { compact } from '../../modules/metrics/metrics-compactor.poller.ts'
