/** Reads reports that the worker streams. An untrusted process created them, so the API checks them again. */
import { reportSchema } from '@longshore/analyzer/report'
import { z } from 'zod'
import { AppError } from '../../platform/errors/app-error.ts'
import { analysisProblems } from './analyses.problems.ts'

export const TwoReports = z.object({ base: reportSchema, next: reportSchema })

export async function readReports<Schema extends z.ZodType>(
  body: AsyncIterable<Uint8Array>,
  { schema, maxBytes }: { schema: Schema; maxBytes: number },
): Promise<z.output<Schema>> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of body) {
    bytes += chunk.length
    if (bytes > maxBytes) throw new AppError(analysisProblems.report_too_large)
    chunks.push(chunk)
  }
  return schema.parse(JSON.parse(Buffer.concat(chunks).toString('utf8')))
}
