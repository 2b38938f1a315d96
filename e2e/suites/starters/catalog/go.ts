import { program, type Starter, write } from '../starter.ts'

const ignored = write('.gitignore', ['/bin/'])
const module = (...packages: string[]) => [
  program(['go', 'mod', 'init', 'example.com/app'], { isInside: true }),
  program(['go', 'get', ...packages], { isInside: true }),
  program(['go', 'mod', 'tidy'], { isInside: true }),
]

export const goStarters: readonly Starter[] = [
  {
    name: 'go-helloserver',
    title: 'Go, gonew with helloserver',
    steps: [
      program([
        'go',
        'run',
        'golang.org/x/tools/cmd/gonew@v0.38.0',
        ...['golang.org/x/example/helloserver@v0.0.0-20250407153444-dd59d6852dfe', 'example.com/app', 'app'],
      ]),
    ],
    answer: 'Hello',
  },
  {
    name: 'fiber',
    title: 'Fiber, as its documentation begins',
    steps: [
      write('main.go', [
        'package main',
        '',
        'import (',
        '\t"log"',
        '',
        '\t"github.com/gofiber/fiber/v2"',
        ')',
        '',
        'func main() {',
        '\tapp := fiber.New()',
        '\tapp.Get("/", func(c *fiber.Ctx) error { return c.SendString("A page by Fiber") })',
        '\tlog.Fatal(app.Listen(":3000"))',
        '}',
      ]),
      ignored,
      ...module('github.com/gofiber/fiber/v2@v2.52.9'),
    ],
    answer: 'A page by Fiber',
  },
  {
    name: 'gin',
    title: 'Gin, as its documentation begins',
    steps: [
      write('main.go', [
        'package main',
        '',
        'import (',
        '\t"net/http"',
        '',
        '\t"github.com/gin-gonic/gin"',
        ')',
        '',
        'func main() {',
        '\trouter := gin.Default()',
        '\trouter.GET("/", func(c *gin.Context) { c.String(http.StatusOK, "A page by Gin") })',
        '\trouter.Run()',
        '}',
      ]),
      ignored,
      ...module('github.com/gin-gonic/gin@v1.11.0'),
    ],
    answer: 'A page by Gin',
  },
  {
    name: 'echo',
    title: 'Echo, as its documentation begins',
    steps: [
      write('server.go', [
        'package main',
        '',
        'import (',
        '\t"net/http"',
        '',
        '\t"github.com/labstack/echo/v4"',
        ')',
        '',
        'func main() {',
        '\te := echo.New()',
        '\te.GET("/", func(c echo.Context) error { return c.String(http.StatusOK, "A page by Echo") })',
        '\te.Logger.Fatal(e.Start(":1323"))',
        '}',
      ]),
      ignored,
      ...module('github.com/labstack/echo/v4@v4.13.4'),
    ],
    answer: 'A page by Echo',
  },
]
