/** The example app: one page, served by a script in the start command, so that only a base image comes from a registry. */
import { ServiceBody, type ServiceInput } from '../environments/services.schemas.ts'

/** The base image of Longshore itself. `EXAMPLE_IMAGE` names another one, for example a mirror without internet access. */
export const defaultExampleImage = 'node:24.21.0-trixie-slim'

const port = 3000

const style = [
  'body{margin:0;min-height:100vh;display:grid;place-items:center;font-family:system-ui,sans-serif;background:#f4f5fb;color:#14162b}',
  'main{max-width:32rem;padding:2.5rem;border-radius:1rem;background:#fff;box-shadow:0 8px 40px #1e2a8a1f}',
  'h1{margin:0 0 .5rem;font-size:1.6rem}p{line-height:1.6;color:#4a4e69}code{background:#eef0fa;padding:.1rem .35rem;border-radius:.3rem}',
].join('')

const page = [
  '<!doctype html><html lang=en><meta charset=utf-8><meta name=viewport content="width=device-width">',
  `<title>It works</title><style>${style}</style>`,
  '<main><h1>It works! 🚢</h1><p>Longshore started this app on your server, checked that it responds, and routed this URL to it.</p>',
  '<p>It has answered <b>COUNT</b> requests since it started. Reload the page to see it count.</p>',
  '<p>Next, deploy your own project. You can remove this example in the dashboard.</p></main></html>',
].join('')

const script = [
  'let count=0',
  `const page=${JSON.stringify(page)}`,
  'const answer=(request,response)=>{if(request.url==="/")count+=1;response.setHeader("content-type","text/html; charset=utf-8");response.end(page.replace("COUNT",String(count)))}',
  `require("node:http").createServer(answer).listen(${port},()=>console.log("The example app listens on port ${port}"))`,
  'process.on("SIGTERM",()=>process.exit(0))',
].join(';')

export function exampleService(image: string): ServiceInput {
  return ServiceBody.parse({
    name: 'web',
    kind: 'web',
    source: { builder: 'image', image },
    command: ['node', '-e', script],
    port,
    healthCheck: { type: 'http', path: '/health' },
    resources: { memoryBytes: 128 * 1024 ** 2 },
    stabilitySeconds: 5,
  })
}
