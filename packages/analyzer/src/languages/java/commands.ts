/** Build and start commands: the task that creates the program, and its output path. */

import { relativeTo } from '../folder-paths.ts'
import type { JavaBuild } from './build.ts'

export interface JavaCommands {
  readonly install: string | null
  readonly build: string
  readonly start: string
  /** Files that the image needs to run it, relative to the module. */
  readonly output: string
}

export function javaCommands(build: JavaBuild, framework: string | null): JavaCommands | null {
  return build.tool === 'maven' ? mavenCommands(build, framework) : gradleCommands(build, framework)
}

function mavenCommands(build: JavaBuild, framework: string | null): JavaCommands | null {
  const mvn = build.root.has('mvnw') ? './mvnw' : 'mvn'
  const module = relativeTo(build.root.path, build.folder.path)
  const selected = module === '.' ? '' : ` -pl ${module} -am`
  const prefix = module === '.' ? '' : `${module}/`
  const base = {
    install: `${mvn} -B dependency:go-offline${module === '.' ? '' : ` -pl ${module} -am`}`,
    build: `${mvn} -B -DskipTests package${selected}`,
  }
  if (framework === 'quarkus')
    return { ...base, start: `java -jar ${prefix}target/quarkus-app/quarkus-run.jar`, output: 'target/quarkus-app' }
  const jar = `target/${build.archive ?? '*.jar'}`
  const suffix = framework === 'dropwizard' ? dropwizardArguments(build) : ''
  const isRunnable = [
    'spring-boot-maven-plugin',
    'maven-shade-plugin',
    'maven-assembly-plugin',
    'micronaut-maven-plugin',
    'maven-jar-plugin',
    'helidon-maven-plugin',
  ].some((id) => build.plugins.has(id))
  const assembled =
    build.plugins.has('maven-assembly-plugin') && !build.plugins.has('maven-shade-plugin')
      ? jar.replace(/\.jar$/, '-jar-with-dependencies.jar')
      : jar
  if (isRunnable || framework === 'spring-boot' || build.mainClass === null)
    return { ...base, start: `java -jar ${prefix}${assembled}${suffix}`, output: assembled }
  return {
    install: base.install,
    build: `${base.build} dependency:copy-dependencies -DincludeScope=runtime`,
    start: `java -cp "${prefix}target/classes:${prefix}target/dependency/*" ${build.mainClass}`,
    output: 'target',
  }
}

function gradleCommands(build: JavaBuild, framework: string | null): JavaCommands | null {
  const gradle = build.root.has('gradlew') ? './gradlew' : 'gradle'
  const module = relativeTo(build.root.path, build.folder.path)
  const task = (name: string) => (module === '.' ? name : `:${module.replaceAll('/', ':')}:${name}`)
  const prefix = module === '.' ? '' : `${module}/`
  const base = { install: `${gradle} dependencies --no-daemon` }
  const make = (name: string) => `${gradle} ${task(name)} --no-daemon${name === 'build' ? ' -x test' : ''}`
  const jar = (path: string) => ({
    start: `java -jar ${prefix}${path}${framework === 'dropwizard' ? dropwizardArguments(build) : ''}`,
    output: path,
  })
  if (framework === 'quarkus')
    return { ...base, build: make('build'), ...jar('build/quarkus-app/quarkus-run.jar'), output: 'build/quarkus-app' }
  if (build.plugins.has('org.springframework.boot'))
    return { ...base, build: make('bootJar'), ...jar(`build/libs/${build.archive ?? '*.jar'}`) }
  if (build.plugins.has('io.ktor.plugin'))
    return { ...base, build: make('buildFatJar'), ...jar(`build/libs/${fatJar(build)}`) }
  if (
    ['com.github.johnrengelman.shadow', 'com.gradleup.shadow', 'io.github.goooler.shadow'].some((id) =>
      build.plugins.has(id),
    ) ||
    framework === 'micronaut'
  ) {
    return { ...base, build: make('shadowJar'), ...jar(`build/libs/${allJar(build)}`) }
  }
  if (build.plugins.has('application') || build.mainClass !== null) {
    const name = build.name ?? 'app'
    return {
      ...base,
      build: make('installDist'),
      start: `${prefix}build/install/${name}/bin/${name}`,
      output: `build/install/${name}`,
    }
  }
  return framework === null ? null : { ...base, build: make('build'), ...jar(`build/libs/${build.archive ?? '*.jar'}`) }
}

/** Ktor's plugin omits the version by default. */
function fatJar(build: JavaBuild): string {
  return build.archive !== null && !build.archive.includes(`-${build.version ?? '?'}.jar`)
    ? build.archive
    : `${build.name ?? '*'}-all.jar`
}

function allJar(build: JavaBuild): string {
  return `${build.name ?? '*'}${build.version === null ? '' : `-${build.version}`}-all.jar`
}

function dropwizardArguments(build: JavaBuild): string {
  const file = ['config.yml', 'config.yaml', 'configuration.yml', 'config/config.yml'].find((name) =>
    build.folder.has(name),
  )
  return file === undefined ? ' server' : ` server ${file}`
}
