/** Uploads files to the S3-compatible bucket behind the download URL. */
import { hashFile } from './checksums.ts'
import { run } from './run.ts'

export interface Upload {
  readonly url: string
  readonly region: string
  readonly user: string
}

export function readUpload(environment: NodeJS.ProcessEnv): Upload {
  const read = (name: string) => {
    const value = environment[name] ?? ''
    if (!/^[\w:/.+=-]{1,500}$/.test(value)) throw new Error(`${name} is missing or has unusual characters`)
    return value
  }
  return {
    url: read('RELEASE_UPLOAD_URL').replace(/\/+$/, ''),
    region: read('RELEASE_UPLOAD_REGION'),
    user: `${read('RELEASE_UPLOAD_KEY_ID')}:${read('RELEASE_UPLOAD_SECRET')}`,
  }
}

/** The secret goes through standard input: arguments are visible to every process. */
export async function putFile({ url, region, user }: Upload, path: string, name: string): Promise<void> {
  const limits = ['--fail', '--silent', '--show-error', '--connect-timeout', '15', '--max-time', '1800', '--retry', '3']
  // Some versions of curl don't send this header on their own, and the bucket refuses requests without it.
  const hash = ['--header', `x-amz-content-sha256: ${await hashFile(path)}`]
  const signed = ['--aws-sigv4', `aws:amz:${region}:s3`, ...hash, '--config', '-']
  await run(['curl', ...limits, ...signed, '--upload-file', path, `${url}/${name}`], { stdin: `user = "${user}"\n` })
}
