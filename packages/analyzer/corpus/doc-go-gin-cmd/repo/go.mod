module github.com/example/albums

go 1.24.0

toolchain go1.24.6

require (
	github.com/gin-gonic/gin v1.11.0
	github.com/joho/godotenv v1.5.1
	go.mongodb.org/mongo-driver/v2 v2.3.1
)
