/** Built by the JDK with cached downloads of Maven or Gradle; run by a JRE. */
import type { ImagePlan, ImageStep } from '../../images/image-plan.ts'
import { runStage } from '../../images/run-stage.ts'
import { appUser, copy, copyFrom, run, workdir } from '../../images/steps.ts'
import { relativeTo } from '../folder-paths.ts'
import type { JavaBuild } from './build.ts'
import type { JavaCommands } from './commands.ts'

export const defaultJava = '21'

export function javaImage(
  build: JavaBuild,
  commands: JavaCommands,
  parts: { version: string | null; port: number | null },
): ImagePlan {
  const version = parts.version ?? defaultJava
  const module = relativeTo(build.root.path, build.folder.path)
  const inside = module === '.' ? '' : `${module}/`
  const hasWrapper = build.root.has(build.tool === 'maven' ? 'mvnw' : 'gradlew')
  const cache = build.tool === 'maven' ? '/root/.m2' : '/root/.gradle'
  const source = commands.output.includes('*') ? '/src/app.jar' : `/src/${inside}${commands.output}`
  const target = commands.output.includes('*') ? '/app/app.jar' : `/app/${inside}${commands.output}`
  const steps: ImageStep[] = [
    workdir('/src'),
    // There is no separate download step: the cache keeps downloads, and a build needs less than Maven's offline mode.
    copy(['.'], './'),
    ...(hasWrapper ? [run(`chmod +x ${build.tool === 'maven' ? 'mvnw' : 'gradlew'}`)] : []),
    run(commands.build, cache),
    // The archive name isn't known in advance; sources, documentation, and the archive without dependencies are
    // excluded.
    ...(commands.output.includes('*')
      ? [
          run(
            `cp "$(ls ${inside}${commands.output} | grep -Ev -- '-(plain|sources|javadoc|original)[.]jar$' | head -n 1)" /src/app.jar`,
          ),
        ]
      : []),
  ]
  return {
    context: build.root.path,
    ignore: ['target', '*/target', 'build', '*/build', '.gradle'],
    stages: [
      {
        name: 'build',
        from: hasWrapper ? `eclipse-temurin:${version}-jdk` : builderImage(build.tool, version),
        note: 'Downloads are kept in a cache between builds.',
        steps,
      },
      runStage({
        from: `eclipse-temurin:${version}-jre`,
        note: 'Without a compiler.',
        // A container has less memory than the machine; the heap gets its share of that.
        environment: {
          JAVA_TOOL_OPTIONS: '-XX:MaxRAMPercentage=75 -XX:+ExitOnOutOfMemoryError',
          ...(parts.port === null ? {} : { PORT: String(parts.port) }),
        },
        owner: appUser,
        home: '/app',
        files: [
          copyFrom('build', source, target, appUser),
          ...extraFiles(build).map((name) =>
            copyFrom('build', `/src/${inside}${name}`, `/app/${inside}${name}`, appUser),
          ),
        ],
        port: parts.port,
        start: commands.output.includes('*') ? 'java -jar app.jar' : commands.start,
      }),
    ],
  }
}

function builderImage(tool: JavaBuild['tool'], version: string): string {
  return tool === 'maven' ? `maven:3-eclipse-temurin-${version}` : `gradle:jdk${version}`
}

function extraFiles(build: JavaBuild): string[] {
  return ['config.yml', 'config.yaml', 'configuration.yml'].filter((name) => build.folder.has(name))
}
