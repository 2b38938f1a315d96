module example.com/notes

go 1.25.2

require (
	github.com/go-sql-driver/mysql v1.9.3
	github.com/redis/go-redis/v9 v9.14.0
)
