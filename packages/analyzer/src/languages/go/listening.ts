/** Finds the port and framework of a Go program. */
import { type Claim, claim, source } from '../../claim.ts'
import { type CodeFile, findLine, findLines, sourceOf } from '../code/code-file.ts'
import { findPortVariable, isListenPort, portOf, portOfVariable } from '../code/port.ts'
import type { GoModule } from './go-mod.ts'

const frameworks: readonly [RegExp, string, number][] = [
  [/^github\.com\/gin-gonic\/gin$/, 'gin', 8080],
  [/^github\.com\/labstack\/echo(?:\/v\d)?$/, 'echo', 1323],
  [/^github\.com\/gofiber\/fiber(?:\/v\d)?$/, 'fiber', 3000],
  [/^github\.com\/go-chi\/chi(?:\/v\d)?$/, 'chi', 8080],
  [/^github\.com\/gorilla\/mux$/, 'gorilla', 8080],
  [/^github\.com\/beego\/beego(?:\/v\d)?$/, 'beego', 8080],
  [/^github\.com\/gobuffalo\/buffalo$/, 'buffalo', 3000],
  [/^github\.com\/gogf\/gf(?:\/v\d)?$/, 'goframe', 8000],
  [/^github\.com\/cloudwego\/hertz$/, 'hertz', 8888],
  [/^github\.com\/kataras\/iris(?:\/v\d\d?)?$/, 'iris', 8080],
  [/^github\.com\/revel\/revel$/, 'revel', 9000],
  [/^github\.com\/zeromicro\/go-zero$/, 'go-zero', 8888],
  [/^github\.com\/go-kratos\/kratos(?:\/v\d)?$/, 'kratos', 8000],
  [/^github\.com\/pocketbase\/pocketbase$/, 'pocketbase', 8090],
  [/^github\.com\/danielgtaylor\/huma(?:\/v\d)?$/, 'huma', 8888],
  [/^github\.com\/julienschmidt\/httprouter$/, 'httprouter', 8080],
  [/^github\.com\/valyala\/fasthttp$/, 'fasthttp', 8080],
  [/^connectrpc\.com\/connect$/, 'connect', 8080],
  [/^google\.golang\.org\/grpc$/, 'grpc', 50051],
]

const listens =
  /\b(?:ListenAndServe(?:TLS)?|http\.Serve|http\.Server\{|fasthttp\.Server|\.Listen|\.Run|\.Start|net\.Listen|Spin|grpc\.NewServer|StartServer|Serve)\(?/

export interface Server {
  readonly framework: Claim<string>
  readonly usualPort: number
}

/** Null if nothing in this code serves requests. */
export function findServer(module: GoModule, code: readonly CodeFile[]): Server | null {
  for (const [pattern, name, usualPort] of frameworks) {
    for (const [dependency, entry] of module.dependencies) {
      if (!pattern.test(dependency)) continue
      // A gRPC client requires the same module as a server.
      if (name === 'grpc' && findLine(code, /\bgrpc\.NewServer\(/) === null) continue
      return { framework: claim(name, 1, source(entry.file, entry.line, `requires ${dependency}`)), usualPort }
    }
  }
  const plain = findLine(code, /\b(?:http\.(?:ListenAndServe(?:TLS)?|Serve)\(|&?http\.Server\{)/)
  return plain === null ? null : { framework: claim('net/http', 0.95, sourceOf(plain)), usualPort: 8080 }
}

export function listensItself(code: readonly CodeFile[]): boolean {
  return findLine(code, listens) !== null
}

/** More certain than the previous check: many types besides servers have a `Run` method. */
export function servesHttp(code: readonly CodeFile[]): boolean {
  return findLine(code, /\bListenAndServe|\bhttp\.Server\{|\bgrpc\.NewServer\(/) !== null
}

const literal =
  /\b(?:ListenAndServe(?:TLS)?|Listen|Run|Start|StartTLS|NewServer|Addr|Serve)[ \t]*(?:\(|:)[ \t]*(?:"tcp4?",[ \t]*)?"[\w.\-[\]]{0,40}:(\d{2,5})"/
const flag =
  /\b(?:flag|pflag|Flags\(\)|fs)\.?(?:String|Int|StringVar|IntVar|StringP|IntP|StringVarP|IntVarP|Uint)?\([^"\n]{0,40}"(?:[\w-]{0,20}(?:port|addr|address|listen|bind))"[^\d\n]{0,40}(\d{2,5})/i
/** The default in a struct tag; `findTagged` checks whether the line concerns a port at all. */
const tagged = /\b(?:default|envDefault|env-default)[:=]"(?:[\w.]{0,20}:)?(\d{2,5})"/
const configured =
  /\b(?:SetDefault|Default|GetEnv|getEnv|getenv|env|envOr|GetenvDefault|LookupEnv|EnvOr)\w{0,20}\([ \t]*"[\w.]{0,30}(?:port|addr|address|listen|bind)\w{0,10}"[ \t]*,[ \t]*"?(?:[\w.]{0,20}:)?(\d{2,5})/i
// 80 and 443 are the default ports of URLs in code that calls other services.
const constant =
  /\b(?:const|var)?[ \t]*(?:default)?(?:port|addr|address|listenaddr|httpaddr|httpport|listen|serveraddr|serverport|bindaddr)[ \t]*(?:string|int)?[ \t]*:?=[ \t]*"?(?:[\w.]{0,20}:)?(?!(?:80|443)\b)(\d{2,5})"?/i

export function findGoPort(code: readonly CodeFile[], { framework, usualPort }: Server): Claim<number> {
  const found =
    portOfVariable(code) ??
    portOf(code, configured) ??
    findTagged(code) ??
    portOf(code, flag) ??
    portOf(code, literal, 1) ??
    portOf(code, constant, 0.85) ??
    anyAddress(code)
  if (found !== null) return found
  const variable = findPortVariable(code)
  if (variable !== null)
    return claim(usualPort === 50051 ? usualPort : 8080, 0.7, sourceOf(variable, 'reads PORT and has no default'))
  const where = findLine(code, listens)
  return claim(usualPort, 0.6, ...(where === null ? framework.sources : [sourceOf(where, 'the usual port')]))
}

function findTagged(code: readonly CodeFile[]): Claim<number> | null {
  const hit = findLines(code, tagged).find(
    ({ match }) => /port|addr|listen/i.test(match.input) && isListenPort(Number(match[1])),
  )
  return hit === undefined ? null : claim(Number(hit.match[1]), 0.9, sourceOf(hit))
}

/** Matches `":8080"` as a separate string. */
function anyAddress(code: readonly CodeFile[]): Claim<number> | null {
  const hits = findLines(code, /"(?:0\.0\.0\.0|localhost|127\.0\.0\.1|\[::\])?:(\d{4,5})"/, 10)
  for (const hit of hits) {
    if (isListenPort(Number(hit.match[1]))) return claim(Number(hit.match[1]), 0.8, sourceOf(hit))
  }
  return null
}

export function findLocalhost(code: readonly CodeFile[]) {
  return findLine(
    code,
    /\b(?:ListenAndServe|Listen|Run|Start|Addr)[ \t]*(?:\(|:)[ \t]*(?:"tcp4?",[ \t]*)?"(?:localhost|127\.0\.0\.1):\d/,
  )
}
