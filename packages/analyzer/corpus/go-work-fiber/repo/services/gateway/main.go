package main

import (
	"os"

	"example.org/shop/log"
	"github.com/gofiber/fiber/v2"
)

func getEnv(key, fallback string) string {
	if value := os.Getenv(key); value != "" {
		return value
	}
	return fallback
}

func main() {
	app := fiber.New()
	target := getEnv("BILLING_URL", "http://billing:9090")
	app.Get("/", func(c *fiber.Ctx) error { return c.SendString(target) })
	log.Info("up")
	app.Listen(":3000")
}
