import { expect, test } from 'vitest'
import { analyze } from '../../analyze.ts'
import { treeOf } from '../../tree.ts'

const pom =
  '<project><groupId>a</groupId><artifactId>demo</artifactId><version>1</version><dependencies><dependency><groupId>org.springframework.boot</groupId><artifactId>spring-boot-starter-web</artifactId></dependency></dependencies><build><plugins><plugin><artifactId>spring-boot-maven-plugin</artifactId></plugin></plugins></build></project>'

test('Maven downloads dependencies once, into a cache', async () => {
  const files = { 'pom.xml': pom, 'src/main/java/a/Demo.java': 'package a;\n@SpringBootApplication\nclass Demo {}\n' }
  const text = (await analyze(treeOf(files))).services[0]?.dockerfile?.text ?? ''
  expect(text).toContain('RUN --mount=type=cache,target=/root/.m2,sharing=locked \\\n    mvn -B -DskipTests package')
  expect(text).not.toContain('go-offline')
})
