package main

import (
	"log"
	"os"

	"github.com/example/albums/internal/store"
	"github.com/gin-gonic/gin"
	"github.com/joho/godotenv"
)

func main() {
	_ = godotenv.Load()

	uri, ok := os.LookupEnv("MONGODB_URI")
	if !ok {
		log.Fatal("set MONGODB_URI")
	}
	albums := store.Open(uri)

	router := gin.Default()
	router.GET("/ping", func(c *gin.Context) { c.JSON(200, gin.H{"message": "pong"}) })
	router.GET("/albums", func(c *gin.Context) { c.JSON(200, albums.All(c)) })
	router.Run() // listens on $PORT, or 8080
}
