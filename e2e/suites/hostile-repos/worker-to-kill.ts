/** Starts an analysis of a repository whose server never responds, and waits for its end. */
import { analyzeRemote } from '@longshore/source/analysis'
import { createSource } from './test-env.ts'

const [url = '', runtime = ''] = process.argv.slice(2)
await analyzeRemote(
  createSource(runtime),
  { url, credential: null },
  {
    ref: { branch: 'main' },
    rootDirectory: '.',
    signal: AbortSignal.timeout(60_000),
  },
)
