import '../../../apps/server/src/version.ts'
