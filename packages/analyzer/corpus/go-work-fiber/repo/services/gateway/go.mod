module example.org/shop/gateway

go 1.24

require (
	example.org/shop/log v0.0.0
	github.com/gofiber/fiber/v2 v2.52.5
)
