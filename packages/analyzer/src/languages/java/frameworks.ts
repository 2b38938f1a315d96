/** JVM frameworks: how to detect each one, where its archive is, and its port. */
import { type Claim, claim, source } from '../../claim.ts'
import { type CodeFile, findLine, sourceOf } from '../code/code-file.ts'
import { findHealthPath } from '../code/health-path.ts'
import { portAfter, portOf, portOfVariable } from '../code/port.ts'
import { hasDependency, type JavaBuild } from './build.ts'
import { portSetting, setting } from './settings.ts'

export interface JvmFramework {
  readonly framework: Claim<string> | null
  readonly isWeb: boolean
  readonly port: Claim<number> | null
  readonly healthPath: Claim<string> | null
}

interface Known {
  readonly name: string
  readonly pattern: RegExp
  readonly web: RegExp
  readonly port: number
  readonly settings: readonly string[]
}

const known: readonly Known[] = [
  {
    name: 'spring-boot',
    pattern: /^org\.springframework\.boot:/,
    web: /^org\.springframework\.boot:spring-boot-starter-(?:web|webmvc|webflux|web-services|jersey|graphql|data-rest|actuator|thymeleaf|undertow)|^org\.springframework\.cloud:spring-cloud-(?:starter-gateway|starter-netflix-eureka-server|config-server)|vaadin/,
    port: 8080,
    settings: ['server.port'],
  },
  {
    name: 'quarkus',
    pattern: /^io\.quarkus:|^io\.quarkus\.platform:/,
    web: /^io\.quarkus:quarkus-(?:rest|resteasy|vertx-http|reactive-routes|undertow|grpc|smallrye-graphql|qute|arc)/,
    port: 8080,
    settings: ['quarkus.http.port'],
  },
  {
    name: 'micronaut',
    pattern: /^io\.micronaut/,
    web: /^io\.micronaut:micronaut-http-server|^io\.micronaut\.servlet:|micronaut-parent|micronaut-http/,
    port: 8080,
    settings: ['micronaut.server.port'],
  },
  {
    name: 'ktor',
    pattern: /^io\.ktor:ktor-server/,
    web: /^io\.ktor:ktor-server/,
    port: 8080,
    settings: ['ktor.deployment.port'],
  },
  { name: 'dropwizard', pattern: /^io\.dropwizard:dropwizard-core/, web: /dropwizard/, port: 8080, settings: [] },
  { name: 'javalin', pattern: /^io\.javalin:javalin/, web: /javalin/, port: 8080, settings: [] },
  { name: 'helidon', pattern: /^io\.helidon/, web: /helidon/, port: 8080, settings: ['server.port'] },
  { name: 'vertx', pattern: /^io\.vertx:vertx-web/, web: /vertx/, port: 8888, settings: [] },
  { name: 'http4k', pattern: /^org\.http4k:/, web: /http4k/, port: 9000, settings: [] },
  { name: 'spark', pattern: /^com\.sparkjava:spark-core/, web: /spark-core/, port: 4567, settings: [] },
  { name: 'jooby', pattern: /^io\.jooby:/, web: /jooby/, port: 8080, settings: ['server.port'] },
  { name: 'play', pattern: /^(?:com\.typesafe\.play|org\.playframework):play/, web: /play/, port: 9000, settings: [] },
  { name: 'jetty', pattern: /^org\.eclipse\.jetty:jetty-server/, web: /jetty/, port: 8080, settings: [] },
  { name: 'tomcat', pattern: /^org\.apache\.tomcat\.embed:tomcat-embed-core/, web: /tomcat/, port: 8080, settings: [] },
]

export function findJvmFramework(
  build: JavaBuild,
  settings: readonly CodeFile[],
  code: readonly CodeFile[],
): JvmFramework {
  for (const one of known) {
    const dependency = hasDependency(build, one.pattern)
    if (dependency === null && !hasPlugin(build, one.name)) continue
    const entry = dependency === null ? undefined : build.dependencies.get(dependency)
    const where = source(entry?.file ?? build.file, entry?.line ?? null, `depends on ${dependency ?? one.name}`)
    const isWeb =
      hasDependency(build, one.web) !== null && setting(settings, 'spring.main.web-application-type')?.value !== 'none'
    const port = isWeb
      ? (portSetting(settings, ...one.settings) ??
        codePort(code) ??
        claim(one.port, 0.9, { ...where, what: `the usual port of ${one.name}` }))
      : null
    return {
      framework: claim(one.name, 1, where),
      isWeb,
      port,
      healthPath: isWeb ? healthPath(build, one.name, settings, code) : null,
    }
  }
  const plain = findLine(code, /\bHttpServer\.create\(|\bServerSocket\(/)
  if (plain === null) return { framework: null, isWeb: false, port: null, healthPath: null }
  const port =
    portOf(code, /\bInetSocketAddress\([^\d\n]{0,40}(\d{2,5})/) ??
    codePort(code) ??
    claim(8080, 0.6, sourceOf(plain, 'the usual port'))
  return { framework: null, isWeb: true, port, healthPath: findHealthPath(code) }
}

function hasPlugin(build: JavaBuild, name: string): boolean {
  const ids: Readonly<Record<string, string[]>> = {
    'spring-boot': ['org.springframework.boot', 'spring-boot-maven-plugin'],
    quarkus: ['io.quarkus', 'quarkus-maven-plugin'],
    micronaut: ['io.micronaut.application', 'io.micronaut.minimal.application', 'micronaut-maven-plugin'],
    ktor: ['io.ktor.plugin'],
    play: ['org.playframework.play'],
  }
  return (ids[name] ?? []).some((id) => build.plugins.has(id))
}

function codePort(code: readonly CodeFile[]): Claim<number> | null {
  return (
    portOfVariable(code) ??
    portAfter(code, /\b(?:embeddedServer|port|start|listen|Undertow|asServer|create|Server|setPort)\b/)
  )
}

/** Built-in health paths of framework modules take precedence over routes of the app. */
function healthPath(
  build: JavaBuild,
  name: string,
  settings: readonly CodeFile[],
  code: readonly CodeFile[],
): Claim<string> | null {
  const modules: Readonly<Record<string, [RegExp, string]>> = {
    'spring-boot': [/spring-boot-starter-actuator|spring-boot-actuator/, '/actuator/health'],
    quarkus: [/quarkus-smallrye-health/, '/q/health'],
    micronaut: [/micronaut-management/, '/health'],
    helidon: [/helidon-(?:webserver-observe-)?health|helidon-microprofile/, '/health'],
  }
  const [pattern, path] = modules[name] ?? []
  const dependency = pattern === undefined ? null : hasDependency(build, pattern)
  const entry = dependency === null ? undefined : build.dependencies.get(dependency)
  if (path === undefined || dependency === null || entry === undefined) return findHealthPath(code)
  const prefix =
    setting(settings, 'server.servlet.context-path')?.value ??
    setting(settings, 'spring.webflux.base-path')?.value ??
    ''
  const base = setting(settings, 'management.endpoints.web.base-path')?.value
  const full = name === 'spring-boot' ? `${prefix}${base === undefined ? path : `${base}/health`}` : path
  return claim(full.replaceAll(/\/{2,}/g, '/'), 0.95, source(entry.file, entry.line, `depends on ${dependency}`))
}
